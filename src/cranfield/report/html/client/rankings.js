// One query: the rankings of the chosen systems beside each other, the best order, and what moved.
const FEW = 4; // things that happened, for each system

function places(view, at, system) {
  const found = new Map();
  view.systems[system].top[at].forEach((doc, rank) => found.set(doc, rank + 1));
  const far = view.systems[system].far[at];
  for (let i = 0; i < far.length; i += 2) found.set(far[i], far[i + 1]);
  return found;
}

function gradesOf(view, at) {
  const { grades } = view.queries[at];
  return typeof grades === "string" ? [...grades].map((each) => (each === "?" ? null : Number(each))) : grades;
}

// names come without the beginning that they share with the one before, whose length stands in front
function unfronted(names) {
  let before = "";
  return names.map((each) => (before = before.slice(0, parseInt(each[0], 36)) + each.slice(1)));
}

const discount = (rank) => (rank === undefined ? 0 : 1 / Math.log2(rank + 1));

function happened(view, at, base, system, name) {
  const grades = gradesOf(view, at);
  const [before, after] = [places(view, at, base), places(view, at, system)];
  const told = [];
  grades.forEach((grade, doc) => {
    const [old, now] = [before.get(doc), after.get(doc)];
    if (old === now) return;
    const facts = { system: core.systems[system], doc: name(doc), grade, before: old, after: now };
    if (grade === null) {
      // an unjudged document counts as worth as much as the best: nobody knows
      if (now !== undefined && now <= 3 && (old === undefined || old > now))
        told.push([discount(now), say(old === undefined ? "unjudged-new" : "unjudged-moved", facts)]);
    } else if (grade > 0) {
      const weight = (grade / view.highest) * Math.abs(discount(old) - discount(now));
      const key = now === undefined ? "lost" : old === undefined ? "new" : now < old ? "rose" : "fell";
      told.push([weight, say(key, facts)]);
    }
  });
  told.sort((one, other) => other[0] - one[0]);
  if (!told.length) return [say("nothing-happened", { system: core.systems[system] })];
  const more = told.length - FEW;
  return told.slice(0, FEW).map((each) => each[1])
    .concat(more > 0 ? [say("more-happened", { system: core.systems[system], count: more })] : []);
}

function badge(view, grade) {
  if (grade === null)
    return make("span", { class: "grade none", title: say("not-judged", {}) }, make("span", { "aria-hidden": "true" }, "?"),
      make("span", { class: "unseen" }, say("not-judged", {})));
  const depth = Math.max(0, Math.min(4, Math.ceil((grade / view.highest) * 4)));
  return make("span", { class: `grade s${depth}`, title: say("grade", { grade }) },
    make("span", { class: "unseen" }, say("grade", { grade })), make("span", { "aria-hidden": "true" }, String(grade)));
}

function arrow(view, base, old, now) {
  const facts = { system: core.systems[base], top: view.top, before: old, count: Math.abs((old ?? 0) - now) };
  const mark = (sign, key, kind) => make("span", { class: `move ${kind}`, title: say(key, facts) },
    make("span", { "aria-hidden": "true" }, sign), make("span", { class: "unseen" }, say(key, facts)));
  if (old === undefined) return mark("✚", "came", "up");
  if (old === now) return mark("=", "stays", "same");
  return old > now ? mark(`▲${old - now}`, "up", "up") : mark(`▼${now - old}`, "down", "down");
}

function rankingsOf(view, unit, systems, about) {
  const at = view.units.indexOf(unit);
  view.names ??= unfronted(view.docs);
  const grades = gradesOf(view, at);
  let last = 0;
  const docs = view.queries[at].docs.map((step) => (last += step)); // each is counted from the one before
  const base = systems.includes(core.baseline) ? core.baseline : systems[0];
  const before = places(view, at, base);
  const title = (doc) => (view.titles && view.titles[docs[doc]]) || "";
  const name = (doc) => view.names[docs[doc]];
  const best = grades.map((grade, doc) => [grade, doc]).filter(([grade]) => grade > 0)
    .sort((one, other) => other[0] - one[0] || one[1] - other[1]).slice(0, view.top).map(([, doc]) => doc);
  const same = []; // all cells of each document, so that one can be seen in every column

  function cell(doc, rank, system) {
    if (doc === undefined) return make("td");
    const act = () => {
      for (const each of document.querySelectorAll(".chosen")) each.classList.remove("chosen");
      for (const each of same[doc]) each.classList.add("chosen");
      about.replaceChildren(...documentOf(view, docs[doc], grades[doc]));
    };
    const words = [make("span", { class: "name" }, title(doc) || name(doc))];
    if (title(doc)) words.push(make("span", { class: "id" }, name(doc)));
    const moved = system === null || system === base ? null : arrow(view, base, before.get(doc), rank);
    const made = make("td", { class: grades[doc] === null ? "doc unjudged" : "doc" },
      make("div", { class: "line" }, badge(view, grades[doc]),
        make("button", { type: "button", class: "link", on: { click: act } }, ...words), moved));
    (same[doc] ??= []).push(made);
    return made;
  }

  const head = make("tr", {}, make("th", { scope: "col", class: "number" }, say("rank", {})),
    ...systems.map((system) => {
      const count = view.systems[system].length[at];
      return make("th", { scope: "col" }, core.systems[system], make("span", { class: "faint small" },
        count ? say("returned", { count }) : say("nothing-returned", {})));
    }), make("th", { scope: "col" }, say("ideal", {})));
  const longest = Math.max(best.length, ...systems.map((system) => view.systems[system].top[at].length));
  const rows = [];
  for (let rank = 1; rank <= longest; rank += 1) {
    rows.push(make("tr", {}, make("th", { scope: "row", class: "number" }, String(rank)),
      ...systems.map((system) => cell(view.systems[system].top[at][rank - 1], rank, system)),
      cell(best[rank - 1], rank, null)));
  }
  const told = systems.filter((system) => system !== base)
    .flatMap((system) => happened(view, at, base, system, (doc) => name(doc)));
  const table = make("table", { class: "rankings" }, make("thead", {}, head), make("tbody", {}, ...rows));
  return [
    told.length ? make("h3", {}, say("happened", { system: core.systems[base] })) : null,
    told.length ? make("ul", { class: "told", id: "happened" }, ...told.map((each) => make("li", {}, each))) : null,
    make("p", { class: "faint" }, say("legend", { system: core.systems[base] })),
    scrolling(say("rank", {}), table), about,
  ].filter(Boolean);
}

function documentOf(view, doc, grade) {
  const text = view.texts ? view.texts[doc] : "";
  return [
    make("h3", {}, say("document", {}), ` ${view.names[doc]} `, badge(view, grade)),
    view.titles && view.titles[doc] ? make("p", {}, make("strong", {}, view.titles[doc])) : null,
    make("p", { class: text ? "" : "faint" }, text || say("no-text", {})),
  ].filter(Boolean);
}
