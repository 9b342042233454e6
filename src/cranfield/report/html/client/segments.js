// One segment: references and candidates, the words that a reference has too, and what another system has not.
const LONGEST = 4; // runs of words that are told apart
const HEAVY = 4e6; // cells of a table of two texts, of which longer ones are not compared

function words(text) {
  const found = text.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|[^\s]/gu);
  return [...found].map((each) => ({ text: each[0], key: each[0], from: each.index }));
}

// for each word the length of the longest run around it that a reference has
function matches(mine, references) {
  const depth = mine.map(() => 0);
  for (let n = 1; n <= LONGEST; n += 1) {
    const known = new Set();
    for (const other of references)
      for (let at = 0; at + n <= other.length; at += 1)
        known.add(other.slice(at, at + n).map((each) => each.key).join("\u0000"));
    for (let at = 0; at + n <= mine.length; at += 1)
      if (known.has(mine.slice(at, at + n).map((each) => each.key).join("\u0000")))
        for (let i = at; i < at + n; i += 1) depth[i] = n;
  }
  return depth;
}

const tooLong = (mine, other) => mine.length * other.length > HEAVY;

// which words are not in the longest common subsequence with another text
function apart(mine, other) {
  const [rows, columns] = [mine.length, other.length];
  const best = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      best[i][j] = mine[i].key === other[j].key ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
  const alone = mine.map(() => true);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (mine[i].key === other[j].key) { alone[i] = false; i += 1; j += 1; }
    else if (best[i + 1][j] >= best[i][j + 1]) i += 1;
    else j += 1;
  }
  return alone;
}

function marked(text, references, other) {
  const mine = words(text);
  const depth = references ? matches(mine, references) : mine.map(() => 0);
  const alone = other && !tooLong(mine, other) ? apart(mine, other) : mine.map(() => false);
  const made = make("p", { class: "words" });
  let end = 0;
  mine.forEach((word, at) => {
    made.append(text.slice(end, word.from));
    const kind = [depth[at] ? `m${depth[at]}` : "", alone[at] ? "apart" : ""].filter(Boolean).join(" ");
    made.append(kind ? make("span", { class: kind }, word.text) : word.text);
    end = word.from + word.text.length;
  });
  made.append(text.slice(end));
  return made;
}

function segmentOf(view, unit, systems) {
  const at = view.units.indexOf(unit);
  if (at < 0) return [make("p", { class: "faint" }, say("no-match", {}))];
  const base = systems.includes(core.baseline) ? core.baseline : systems[0];
  const second = systems.find((system) => system !== base);
  const references = view.references[at].map(words);
  const candidates = view.candidates[at];
  const rows = view.references[at].map((text, number) =>
    [say("reference", {}) + (references.length > 1 ? ` ${number + 1}` : ""), marked(text, null, null)]);
  let long = false;
  for (const system of systems) {
    const other = system === base ? second : base;
    const against = other === undefined ? null : words(candidates[other]);
    long ||= against !== null && tooLong(words(candidates[system]), against);
    rows.push([core.systems[system], marked(candidates[system], references, against)]);
  }
  const list = make("dl", { class: "segments" });
  for (const [name, text] of rows) list.append(make("dt", {}, name), make("dd", {}, text));
  const told = [say("matches", {}), ...(long ? [say("too-long", {})] : [])];
  return [...told.map((each) => make("p", { class: "faint" }, each)), list];
}
