// Tables that can be sorted: those of the page itself, and long ones of which a page of rows is shown at a time.
const collator = new Intl.Collator(undefined, { numeric: true });

// rows by their values; what has no value stands last both ways, and equal ones in the order of the data
function ordered(order, value, down) {
  const keys = [];
  const [known, lacking] = [[], []];
  for (const at of order) {
    keys[at] = value(at);
    (keys[at] === null || keys[at] === undefined || keys[at] === "" ? lacking : known).push(at);
  }
  const sign = down ? -1 : 1;
  const numbers = known.every((at) => typeof keys[at] === "number");
  known.sort(numbers
    ? (one, other) => sign * (keys[one] - keys[other]) || one - other
    : (one, other) => sign * collator.compare(keys[one], keys[other]) || one - other);
  return known.concat(lacking);
}

function sortable(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = make("button", { type: "button", class: "sort" });
    button.append(...head.childNodes);
    head.append(button);
    const value = (at) => {
      const cell = rows[at].cells[column];
      if (cell.dataset.value === undefined) return cell.textContent;
      return cell.dataset.value === "" || cell.dataset.value === "nan" ? null : Number(cell.dataset.value);
    };
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : column > 0;
      for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...ordered(rows.map((_, at) => at), value, down).map((at) => rows[at]));
    });
  });
}

// columns: { head, value(row), show(row) or nothing, number, sorted }; returns the elements and a way to draw again
function sheet({ label, count, columns, keep = () => true, size = 25 }) {
  let order = [];
  let first = 0;
  let sorted = columns.findIndex((each) => each.sorted);
  let down = sorted >= 0;
  const heads = make("tr");
  const body = make("tbody");
  const told = make("span", { class: "faint", role: "status" });
  const turn = (key, step) =>
    make("button", { type: "button", on: { click: () => move(first + step * size) } }, say(key, {}));
  const [back, on] = [turn("previous", -1), turn("next", 1)];

  columns.forEach((column, at) => {
    const act = () => {
      down = sorted === at ? !down : Boolean(column.number);
      sorted = at;
      arrange();
    };
    const button = make("button", { type: "button", class: "sort", on: { click: act } }, column.head);
    heads.append(make("th", { scope: "col", class: column.number ? "number" : "" }, button));
  });

  function arrange() {
    order = [];
    for (let row = 0; row < count; row += 1) if (keep(row)) order.push(row);
    if (sorted >= 0) order = ordered(order, columns[sorted].value, down);
    [...heads.cells].forEach((head, at) => {
      if (at === sorted) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    move(0);
  }

  function move(place) {
    first = Math.max(0, Math.min(place, Math.floor((order.length - 1) / size) * size));
    const rows = order.slice(first, first + size).map((row) => {
      const cells = columns.map((column, at) => {
        const inside = column.show ? column.show(row) : (column.value(row) ?? "–");
        return make(at ? "td" : "th", { scope: at ? null : "row", class: column.number ? "number" : "" }, inside);
      });
      return make("tr", {}, ...cells);
    });
    body.replaceChildren(...rows);
    const last = Math.min(first + size, order.length);
    told.textContent = say("rows", { from: order.length ? first + 1 : 0, to: last, total: order.length });
    back.disabled = first === 0;
    on.disabled = last >= order.length;
  }

  arrange();
  const table = make("table", {}, make("thead", {}, heads), body);
  const pages = count > size ? make("div", { class: "pages" }, back, on, told) : make("div", { class: "pages" }, told);
  return { element: make("div", {}, scrolling(label, table), pages), arrange };
}

function pairsTable(place) {
  const { pairs, systems } = core;
  if (!pairs) return;
  const chosen = { measure: 0 };
  const names = [...new Set(pairs.measure)];
  part(() => {
    const made = sheet({
      label: say("difference", {}),
      count: pairs.measure.length,
      keep: (row) => pairs.measure[row] === names[chosen.measure],
      columns: [
        { head: say("system", {}), value: (row) => systems[pairs.system[row]] },
        { head: say("baseline", {}), value: (row) => systems[pairs.baseline[row]] },
        { head: say("difference", {}), number: true, value: (row) => pairs.difference[row],
          show: (row) => shown(pairs.difference[row], core.digits, true) },
        { head: say("interval", {}), number: true, value: (row) => pairs.interval[row] || "–" },
        { head: say("p", {}), number: true, value: (row) => pairs.p[row], show: (row) => pairs.p_shown[row] },
        { head: say("significant", {}), value: (row) => say(pairs.significant[row] ? "yes" : "no", {}) },
        { head: say("effect", {}), number: true, value: (row) => pairs.d[row], show: (row) => shown(pairs.d[row], 2) },
        { head: say("wins", {}), number: true, value: (row) => pairs.wins[row] },
      ],
    });
    const pick = choice(say("measure", {}), names, chosen.measure, (at) => {
      chosen.measure = at;
      made.arrange();
    });
    place.replaceChildren(make("div", { class: "controls" }, pick), made.element);
  });
}
