// Answers wait here until the server has them: each under a key of its own in the storage of this browser, so that
// neither a lost connection nor a closed tab nor a second tab loses one. The server knows each by its event and takes
// it once, however often it is sent.
const REFUSED = [400, 403, 404, 409, 413, 422];
const SOON = 500;
const LATER = 15000;

export class Outbox {
  constructor(place, { extra, done, refused, state }) {
    Object.assign(this, { place: `${place}/`, extra, done, refused, state, memory: new Map() });
    Object.assign(this, { busy: false, wait: SOON, timer: 0, last: 0, trouble: null });
    addEventListener("online", () => this.send());
  }

  keys() {
    const found = [...this.memory.keys()];
    try {
      for (let at = 0; at < localStorage.length; at += 1) found.push(localStorage.key(at));
    } catch { /* no storage here: memory has all */ }
    return found.filter((key) => key.startsWith(this.place)).sort();
  }

  read(key) {
    return JSON.parse(this.memory.get(key) ?? localStorage.getItem(key));
  }

  items() {
    return this.keys().map((key) => this.read(key).body.item).filter(Boolean);
  }

  tell() {
    this.state(this.keys().length, this.trouble);
  }

  put(path, body) {
    const event = Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");
    this.last = Math.max(Date.now(), this.last + 1); // the order of keys is the order of answers
    const key = `${this.place}${String(this.last).padStart(15, "0")}-${event}`;
    const text = JSON.stringify({ path, body: { ...body, event } });
    try { localStorage.setItem(key, text); } catch { this.memory.set(key, text); }
    this.tell();
    this.send();
  }

  drop(key) {
    this.memory.delete(key);
    try { localStorage.removeItem(key); } catch { /* it was never there */ }
  }

  async send() {
    const [key] = this.keys();
    if (this.busy || !key) return;
    clearTimeout(this.timer);
    this.busy = true;
    const { path, body } = this.read(key);
    const reply = await post(path, { ...body, ...this.extra() });
    this.busy = false;
    const refused = REFUSED.includes(reply.status);
    if (reply.ok || refused) {
      this.drop(key);
      this.wait = SOON;
      this.trouble = null;
      if (reply.ok) this.done(path, reply.body); else this.refused(path, body, reply.body?.message ?? "");
      this.tell();
      this.send();
      return;
    }
    this.trouble = { status: reply.status, message: reply.body?.message ?? "" };
    this.tell();
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LATER);
  }
}

export async function post(path, body) {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(20000) };
  try {
    const reply = await fetch(`/api/${path}`, asked);
    return { ok: reply.ok, status: reply.status, body: await reply.json() };
  } catch {
    return { ok: false, status: 0, body: null };
  }
}
