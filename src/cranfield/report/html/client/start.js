// Puts everything in its place.
const SHOWN = 3; // systems that are shown beside each other at first
const views = { rankings: rankingsOf, segments: segmentOf };
const unitPlace = document.getElementById("unit-place");
const chosenUnit = { unit: null, systems: new Set() };

function firstUnit(units) {
  const measure = core.measures.find((each) => core.kinds[each.kind].own);
  if (!measure) return units[0];
  const { units: listed } = core.kinds[measure.kind];
  const spread = (row) => {
    const values = measure.values.map((each) => each[row]).filter((each) => each !== null);
    return values.length > 1 ? Math.max(...values) - Math.min(...values) : 0;
  };
  let best = 0;
  listed.forEach((_, row) => { if (spread(row) > spread(best)) best = row; });
  return units.includes(listed[best]) ? listed[best] : units[0];
}

function unitPart() {
  if (!unitPlace) return;
  part(() => {
    const view = later("view");
    chosenUnit.unit ??= firstUnit(view.units);
    const systems = [...chosenUnit.systems].sort((one, other) => one - other);
    const at = view.units.indexOf(chosenUnit.unit);
    const step = (key, by) => make("button", {
      type: "button", disabled: at + by < 0 || at + by >= view.units.length,
      on: { click: () => showUnit(view.units[at + by], false) },
    }, say(key, {}));
    const pick = make("input", { type: "search", list: view.units.length <= 1000 ? "unit-list" : null, value: chosenUnit.unit,
      on: { change: () => showUnit(nearest(view, pick.value), false) } });
    const list = make("datalist", { id: "unit-list" },
      ...(view.units.length <= 1000 ? view.units.map((unit) => make("option", { value: unit })) : []));
    const boxes = core.systems.map((name, system) => {
      const box = make("input", { type: "checkbox", checked: chosenUnit.systems.has(system), on: { change: () => {
        if (box.checked) chosenUnit.systems.add(system);
        else if (chosenUnit.systems.size > 1) chosenUnit.systems.delete(system);
        unitPlace.redraw();
        unitPlace.querySelectorAll("fieldset input")[system].focus();
      } } });
      return make("label", {}, box, name);
    });
    const kind = core.kinds.find((each) => each.own);
    const text = kind && kind.texts ? kind.texts[kind.units.indexOf(chosenUnit.unit)] : "";
    const about = make("div", { id: "document", "aria-live": "polite" });
    unitPlace.replaceChildren(
      make("div", { class: "controls" }, make("label", { class: "field" }, make("span", {}, say("choose", {})), pick), list,
        step("previous", -1), step("next", 1)),
      core.systems.length > 1 ? make("fieldset", {}, make("legend", {}, say("shown-systems", {})), ...boxes) : "",
      make("h3", { class: "unit-name" }, chosenUnit.unit, text ? make("span", { class: "query" }, ` ${text}`) : ""),
      valuesOf(chosenUnit.unit, systems),
      ...views[view.kind](view, chosenUnit.unit, systems, about),
      ...stepsOf(chosenUnit.unit, systems),
    );
  });
  unitPlace.redraw = drawn[drawn.length - 1];
}

function nearest(view, text) {
  if (view.units.includes(text)) return text;
  const wanted = text.toLowerCase();
  const kind = core.kinds.find((each) => each.own);
  const words = (unit, at) => `${unit} ${kind && kind.texts ? kind.texts[at] : ""}`.toLowerCase();
  return view.units.find((unit, at) => words(unit, at).includes(wanted)) ?? chosenUnit.unit;
}

function showUnit(unit, jump) {
  chosenUnit.unit = unit;
  unitPlace.redraw();
  if (jump) {
    document.getElementById("unit").scrollIntoView();
    const head = unitPlace.querySelector(".unit-name");
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }
}

function buttons(place) {
  const root = document.documentElement;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  part(() => {
    const theme = make("button", { type: "button", id: "theme",
      on: { click: () => { root.dataset.theme = dark() ? "light" : "dark"; } } }, say("theme", {}));
    const language = make("button", { type: "button", id: "language", on: { click: () => {
      state.language = state.language === "en" ? "zh" : "en";
      root.lang = state.language === "en" ? "en" : "zh-CN";
      for (const draw of drawn) draw();
      document.getElementById("language").focus();
    } } }, make("span", { lang: state.language === "en" ? "zh-CN" : "en" }, say("language", {})));
    place.replaceChildren(theme, language);
  });
}

chosenUnit.systems = new Set([...new Set([core.baseline, ...core.systems.keys()])].slice(0, SHOWN));
for (const table of document.querySelectorAll("table.sortable")) sortable(table);
buttons(document.getElementById("buttons"));
if (document.getElementById("pairs-place")) pairsTable(document.getElementById("pairs-place"));
if (document.getElementById("units-place")) unitsTable(document.getElementById("units-place"));
// the largest part waits until the first one is on the screen
requestAnimationFrame(() => setTimeout(unitPart, 0));
addEventListener("beforeprint", () => { for (const each of document.querySelectorAll("details")) each.open = true; });
