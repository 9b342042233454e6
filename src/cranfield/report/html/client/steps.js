// The explanation of a value, made of headings, sentences, tables and drawings.
function blockOf(block) {
  if (block.kind === "heading") return make(block.level > 2 ? "h5" : "h4", {}, block.text);
  if (block.kind === "prose")
    return make("p", { class: block.faint ? "faint" : "" }, block.code ? make("code", {}, block.text) : block.text);
  if (block.kind === "sheet") {
    const side = (at) => (block.right[at] ? "number" : "");
    const head = block.heads ? make("thead", {}, make("tr", {},
      ...block.heads.map((text, at) => make("th", { scope: "col", class: side(at) }, text)))) : null;
    const rows = block.rows.map((row) => make("tr", {},
      ...row.map(([text, style], at) => make("td", { class: `${side(at)} ${style}`.trim() }, text))));
    return make("div", {}, block.title ? make("p", {}, block.title) : null,
      scrolling(block.title || say("steps", {}), make("table", {}, head, make("tbody", {}, ...rows))),
      ...block.below.map((text) => make("p", { class: "faint" }, text)));
  }
  return make("figure", {}, block.title ? make("figcaption", {}, block.title) : null,
    make("pre", { tabindex: "0" }, block.lines.join("\n")));
}

function quoted(text) {
  return /^[\w./=:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\"'\"'")}'`;
}

function stepsOf(unit, systems) {
  const steps = later("steps").filter((each) => each.unit === unit && systems.includes(each.system));
  const head = make("h3", {}, say("steps", {}));
  if (steps.length)
    return [head, ...steps.map((each) => make("details", {},
      make("summary", {}, say("steps-of", { measure: each.measure, system: core.systems[each.system] })),
      ...each[state.language].map(blockOf)))];
  if (!core.explain || !core.measures.length) return [];
  const command = `${core.explain} -m ${quoted(core.measures[0].name)} --unit ${quoted(unit)}`;
  return [head, make("p", { class: "faint" }, say("no-steps", {})),
    make("pre", { tabindex: "0" }, make("code", {}, command))];
}
