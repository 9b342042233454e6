// All units by one measure: a baseline and a system, their difference, search and groups.
function unitsTable(place) {
  if (!core.measures.length) return;
  const other = core.systems.length > 1 ? (core.baseline === 0 ? 1 : 0) : core.baseline;
  const chosen = { measure: 0, baseline: core.baseline, system: other, group: 0, search: "" };
  const several = core.systems.length > 1;

  part(() => {
    const measure = core.measures[chosen.measure];
    const kind = core.kinds[measure.kind];
    const [base, mine] = [measure.values[chosen.baseline], measure.values[chosen.system]];
    const change = (row) => (base[row] === null || mine[row] === null ? null : mine[row] - base[row]);
    const most = Math.max(...base.map((_, row) => Math.abs(change(row) ?? 0)), 1e-12);
    const words = kind.units.map((unit, row) => `${unit} ${kind.texts ? kind.texts[row] : ""}`.toLowerCase());
    const columns = [
      { head: kind.noun[state.language], value: (row) => kind.units[row], show: (row) => link(kind, row) },
    ];
    if (kind.texts) columns.push({ head: say("words", {}), value: (row) => kind.texts[row] });
    if (kind.groups) columns.push({ head: say("group", {}), value: (row) => core.groups[kind.groups[row]] ?? null });
    const number = (name, values) => ({
      head: name, number: true, value: (row) => values[row], show: (row) => shown(values[row], measure.digits),
    });
    columns.push(number(core.systems[chosen.baseline], base));
    if (several) {
      columns.push(number(core.systems[chosen.system], mine));
      columns.push({
        head: say("difference", {}), number: true, sorted: true, value: change,
        show: (row) => bar(change(row), most, measure),
      });
    }
    const table = sheet({
      label: kind.noun[state.language], count: kind.units.length, columns,
      keep: (row) =>
        words[row].includes(chosen.search) && (!chosen.group || !kind.groups || kind.groups[row] === chosen.group - 1),
    });
    place.replaceChildren(controls(kind, table), table.element);
  });

  function again(name, at) {
    chosen[name] = at;
    drawUnits();
  }

  const drawUnits = drawn[drawn.length - 1];

  function controls(kind, table) {
    const search = make("input", {
      type: "search", value: chosen.search,
      on: { input: () => { chosen.search = search.value.toLowerCase(); table.arrange(); } },
    });
    return make(
      "div", { class: "controls" },
      choice(say("measure", {}), core.measures.map((each) => each.name), chosen.measure, (at) => again("measure", at)),
      several ? choice(say("baseline", {}), core.systems, chosen.baseline, (at) => again("baseline", at)) : null,
      several ? choice(say("system", {}), core.systems, chosen.system, (at) => again("system", at)) : null,
      kind.groups
        ? choice(say("group", {}), [say("all", {}), ...core.groups], chosen.group, (at) => again("group", at)) : null,
      make("label", { class: "field" }, make("span", {}, say("search", {})), search),
    );
  }
}

function link(kind, row) {
  if (!kind.own || !document.getElementById("unit-place")) return kind.units[row];
  return make("button", { type: "button", class: "link", on: { click: () => showUnit(kind.units[row], true) } },
    kind.units[row]);
}

// the number, and a bar to the side of what is better
function bar(change, most, measure) {
  if (change === null) return "–";
  const good = measure.better === "lower" ? change < 0 : change > 0;
  const inner = make("span", { class: change === 0 ? "" : good ? "good" : "bad" });
  inner.style.width = `${(Math.abs(change) / most) * 50}%`;
  inner.style[change < 0 ? "right" : "left"] = "50%";
  return make("span", { class: "change" }, make("span", { class: "bar", "aria-hidden": "true" }, inner),
    make("span", {}, shown(change, measure.digits, true)));
}

// the values of one unit by every measure about it
function valuesOf(unit, systems) {
  const measures = core.measures.filter((each) => core.kinds[each.kind].own);
  const head = make("tr", {}, make("th", { scope: "col" }, say("measure", {})),
    ...systems.map((at) => make("th", { scope: "col", class: "number" }, core.systems[at])));
  const rows = measures.map((measure) => {
    const row = core.kinds[measure.kind].units.indexOf(unit);
    return make("tr", {}, make("th", { scope: "row" }, measure.name),
      ...systems.map((at) => make("td", { class: "number" }, shown(row < 0 ? null : measure.values[at][row], measure.digits))));
  });
  if (core.latency)
    rows.push(make("tr", {}, make("th", { scope: "row" }, say("took", {})),
      ...systems.map((at) => make("td", { class: "number" }, tookOf(core.latency[at], unit)))));
  return scrolling(say("value", {}), make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function tookOf(latency, unit) {
  if (!latency || !Object.hasOwn(latency.values, unit)) return "–";
  return `${latency.values[unit].toFixed(1)} ${latency.unit}`.trim();
}
