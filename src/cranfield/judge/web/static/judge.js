// Judging: the next item is here before it is needed, every answer goes through the outbox, nothing waits for the network.
import { Outbox, post } from "./outbox.js";
import { fill, selected } from "./shown.js";

const at = (id) => document.getElementById(id);
const config = JSON.parse(at("config").textContent);
const say = (key, fields = {}) => config.words[key].replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
const AHEAD = 6;
const ahead = []; // items to come; behind: those answered on this page, which undo shows at once
const behind = [];
let current = null;
let started = 0;
let shown = 0;
let away = 0;
let span = null;
let asking = false;
let returning = false; // an undo asked the server, as nothing is behind
const options = (name) => [...document.querySelectorAll("[data-dimension]")].filter((each) => each.dataset.dimension === name);
const held = () => [...(current ? [current] : []), ...ahead].map((each) => each.id).concat(outbox.items());

const outbox = new Outbox(config.place, {
  extra: () => ({ have: held(), count: AHEAD - ahead.length }),
  done(path, reply) {
    if (path === "undo" && returning) {
      returning = false;
      if (reply.undone) { restore(reply.undone, null); } else { tell(say("web-nothing-to-undo")); }
    }
    if (reply.late) notice(say("web-late"));
    take(reply);
  },
  refused(path, body, message) {
    const known = behind.findIndex((each) => each.item.id === body.item);
    if (path === "answer" && known >= 0) behind.splice(known, 1);
    returning = false;
    notice(say("web-refused", { message }));
    if (!current) next();
  },
  state(waiting, trouble) {
    at("state").className = trouble ? "kept" : "saved";
    at("state").textContent = say(trouble ? "web-kept" : waiting ? "web-saving" : "web-saved", { count: waiting });
    if (trouble) notice(told(trouble), "1");
    else if (at("notice").dataset.kept) notice("");
  },
});

const told = ({ status, message }) => (status === 401 ? say("web-signed-out") : message || say("web-no-connection"));

function take(reply) {
  const known = new Set(held());
  ahead.push(...reply.items.filter((each) => !known.has(each.id)));
  const { done, total } = reply.progress;
  at("bar").max = Math.max(total, 1);
  at("bar").value = done;
  at("count").textContent = say("web-progress", { done, total });
  if (!current) next();
}

async function ask() {
  if (asking) return;
  asking = true;
  const reply = await post("next", outbox.extra());
  asking = false;
  if (reply.ok) {
    if (at("notice").dataset.kept) outbox.tell();
    take(reply.body);
    return;
  }
  notice(told({ status: reply.status, message: reply.body?.message }), "1");
  setTimeout(ask, 3000);
}

function tell(text) { at("told").textContent = text; }

function notice(text, kept = "") {
  at("notice").dataset.kept = kept; // whether it goes away when the trouble does
  at("notice").textContent = text;
  at("notice").hidden = !text;
}

function next() {
  const item = ahead.shift();
  if (item) { restore(item, null); return; }
  current = null;
  at("item").hidden = at("dock").hidden = true;
  const waiting = outbox.keys().length > 0;
  at("nothing").hidden = false;
  at("nothing-head").textContent = say(waiting || returning ? "web-waiting" : "web-finished");
  at("nothing-more").hidden = waiting || returning;
}

function restore(item, answer) {
  current = item;
  at("item").hidden = at("dock").hidden = false;
  at("nothing").hidden = true;
  at("query").textContent = item.query;
  at("query").hidden = !item.query;
  at("query-label").hidden = !(item.query || item.source);
  at("source").hidden = !item.source;
  at("source-text").textContent = item.source ?? "";
  item.texts.forEach((each, index) => fill(at(`text-${index}`), each, config.kind === "grade" ? item.query : "", item.texts.length > 1 ? say(index ? "web-right" : "web-left") : ""));
  at("comment").value = answer?.comment ?? "";
  toggle("comment-panel", Boolean(answer?.comment));
  at("other-reason").value = "";
  toggle("cannot-panel", false);
  mark(answer?.span ?? null);
  for (const each of document.querySelectorAll("[data-dimension]")) {
    const was = answer?.values?.[each.dataset.dimension] === JSON.parse(each.dataset.value);
    each.classList.toggle("was", was);
    if (each.type === "radio") each.checked = was;
  }
  follow();
  at("item").classList.remove("fresh");
  void at("item").offsetWidth; // the short fade starts again
  at("item").classList.add("fresh");
  scrollTo(0, 0);
  (item.query ? at("query") : at("item-head")).focus({ preventScroll: true });
  [started, shown, away] = [performance.now(), Date.now(), 0];
}

function submit(kind, values, more = {}) {
  if (!current) return;
  const seconds = Math.round(performance.now() - started - away) / 1000;
  const answer = { item: current.id, kind, values, comment: at("comment").value.trim(), span, side: current.side, shown_at: shown, seconds, ...more };
  behind.push({ item: current, answer });
  current = null;
  tell("");
  outbox.put("answer", answer);
  if (!at("notice").dataset.kept) notice("");
  next();
}

function undo() {
  if (returning) return;
  const last = behind.pop();
  if (current) ahead.unshift(current);
  if (last) { restore(last.item, last.answer); tell(say("web-undone")); }
  else { current = null; returning = true; }
  outbox.put("undo", last ? { item: last.item.id } : {});
}

// one choice: a grade is the whole answer, a rating is complete when every dimension has one
function choose(button) {
  if (config.kind === "grade") { submit("grade", { [button.dataset.dimension]: JSON.parse(button.dataset.value) }); return; }
  button.checked = true;
  follow();
}

const given = () => config.dimensions.map((each) => options(each.name).find((option) => option.checked));

function follow() {
  if (config.kind === "grade") return;
  const open = given().findIndex((each) => !each);
  document.querySelectorAll(".dimension").forEach((each, index) => each.classList.toggle("active", index === open));
  at("save").disabled = open >= 0;
}

function save() {
  const chosen = given();
  if (chosen.some((each) => !each)) { tell(say("web-incomplete")); return; }
  submit("grade", Object.fromEntries(chosen.map((each) => [each.dataset.dimension, JSON.parse(each.dataset.value)])));
}

function toggle(id, open = at(id).hidden) {
  at(id).hidden = !open;
  document.querySelector(`[aria-controls=${id}]`)?.setAttribute("aria-expanded", String(open));
  return open;
}

function mark(found) {
  span = found;
  at("span").hidden = !found;
  at("span").textContent = found ? say("web-marked", { text: found.text.length > 80 ? `${found.text.slice(0, 79)}…` : found.text }) : "";
}

const actions = {
  u: undo,
  s: () => submit("skip", {}),
  x: () => { if (toggle("cannot-panel")) at("reasons").focus(); }, // on no reason: Enter would send it
  c: () => { if (toggle("comment-panel")) at("comment").focus(); },
  g: () => toggle("guide"),
  m: () => { if (config.kind !== "prefer") mark(selected(at("item"))); },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.action && (current || button.dataset.action === "u")) actions[button.dataset.action]();
  else if (button.dataset.dimension) choose(button);
  else if (button.dataset.reason) cannot(button.dataset.reason);
  else if (button.id === "save") save();
  else if (button.id === "again") ask();
});
document.addEventListener("mousedown", (event) => { if (event.target.closest("[data-action=m]")) event.preventDefault(); }); // keeps what is selected
document.addEventListener("change", (event) => { if (event.target.type === "radio") follow(); });
at("other-reason").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); cannot(event.target.value.trim()); } });
at("other-send").addEventListener("click", () => cannot(at("other-reason").value.trim()));

function cannot(reason) {
  if (!reason) { at("other-reason").focus(); tell(say("web-no-reason")); return; }
  submit("cannot", {}, { reason });
}

// While the reasons are open no key is a command: digits choose one, other signs are written as one of one's own.
function why(event) {
  const chosen = /^[1-9]$/.test(event.key) && document.querySelectorAll("[data-reason]")[Number(event.key) - 1];
  if (chosen) { event.preventDefault(); cannot(chosen.dataset.reason); return; }
  if (event.key === "Enter" && !event.target.closest("button, a, summary")) { event.preventDefault(); cannot(""); return; }
  if (event.key === "Process" || (event.key.length === 1 && event.key !== " ")) at("other-reason").focus(); // the sign lands there
}

const keys = at("keys");
try { keys.checked = localStorage.getItem("cranfield-keys") !== "off"; } catch { keys.checked = true; }
keys.addEventListener("change", () => { try { localStorage.setItem("cranfield-keys", keys.checked ? "on" : "off"); } catch { /* for this page */ } });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (event.key === "Escape") { toggle("cannot-panel", false); document.activeElement?.blur?.(); return; }
  if (event.target.closest("textarea, select, input:not([type=radio]):not([type=checkbox])") || !keys.checked) return;
  if (!at("cannot-panel").hidden) { why(event); return; }
  if (event.key === "Enter" && config.kind !== "grade" && !event.target.closest("button, a, summary")) { event.preventDefault(); save(); return; }
  const key = event.key.toLowerCase();
  const focused = event.target.closest(".dimension");
  const open = focused?.dataset.name ?? config.dimensions[Math.max(given().findIndex((each) => !each), 0)].name;
  const option = current && options(open).find((each) => each.dataset.key === key);
  if (option) { event.preventDefault(); document.activeElement?.blur?.(); choose(option); return; }
  if (actions[key] && (current || key === "u")) { event.preventDefault(); actions[key](); }
});

let left = 0; // time in another tab is not spent on the item
document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = performance.now(); else { away += performance.now() - left; if (!current) ask(); }
});
setInterval(() => { if (!current && !outbox.busy && !document.hidden) ask(); }, 15000);
if (matchMedia("(max-width: 52rem)").matches) toggle("guide", false);
outbox.tell();
outbox.send();
ask();
