"use strict";
// Data and words of the page. Everything becomes text through `make`, never markup.
const read = (name) => JSON.parse(document.getElementById(name).textContent);
const core = read("core");
const held = {};
const later = (name) => (held[name] ??= { data: read(name) }).data; // large parts are read when they are first shown
const drawn = []; // functions that draw a part again in another language
const state = { language: core.language };

function say(key, fields) {
  return core.words[state.language][key].replace(/\{(\w+)\}/g, (all, name) => String(fields[name]));
}

function make(name, options = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (key === "class") made.className = value;
    else if (key === "on") for (const [event, act] of Object.entries(value)) made.addEventListener(event, act);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.filter((each) => each !== null && each !== undefined));
  return made;
}

function part(draw) {
  drawn.push(draw);
  draw();
}

function choice(label, options, chosen, act) {
  const select = make("select", { on: { change: () => act(Number(select.value)) } });
  options.forEach((text, at) => select.append(make("option", { value: at, selected: at === chosen }, text)));
  return make("label", { class: "field" }, make("span", {}, label), select);
}

function shown(value, digits = core.digits, sign = false) {
  if (value === null || value === undefined) return "–";
  const text = value.toFixed(digits);
  const zero = Number(text) === 0;
  return (sign && !zero && value > 0 ? "+" : "") + (zero ? (0).toFixed(digits) : text).replace("-", "−");
}

function scrolling(label, table) {
  return make("div", { class: "wide", tabindex: "0", role: "group", "aria-label": label }, table);
}
