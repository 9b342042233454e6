// How an item stands on the page: always as text, never as markup; HTML only in a frame that runs nothing.
const COMMON = new Set(("a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its " +
  "made may me might must my no not of on or other over should some such than that the their them then there these they this those to " +
  "under was we were what when where whether which who whose why will with would you your").split(" "));
const MOST = 3000; // marks in one text

function pattern(query) {
  const words = query.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const found = words.flatMap((word) => {
    if (!/^\p{Script=Han}/u.test(word)) return COMMON.has(word) || word.length < 2 ? [] : [escaped(word)];
    if (!Intl.Segmenter) return [escaped(word)];
    const parts = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(word)].map((each) => each.segment);
    return parts.filter((each) => each.length > 1 || parts.length === 1).map(escaped);
  });
  if (!found.length) return null;
  const longest = [...new Set(found)].sort((a, b) => b.length - a.length);
  // a word as it is or with a short ending: tent, tents; Chinese has no ends of words
  return new RegExp(longest.map((each) => (/\p{Script=Han}/u.test(each) ? each : `(?<![\\p{L}\\p{N}])${each}(?:s|es|ed|ing)?(?![\\p{L}\\p{N}])`)).join("|"), "giu");
}

const escaped = (word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&").replace(/\\-/g, "[-]");

export function marked(text, query) {
  const fragment = document.createDocumentFragment();
  const found = query ? pattern(query) : null;
  let at = 0;
  for (const match of found ? [...text.matchAll(found)].slice(0, MOST) : []) {
    fragment.append(text.slice(at, match.index), element("mark", match[0]));
    at = match.index + match[0].length;
  }
  fragment.append(text.slice(at));
  return fragment;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

// One text of an item: its heading, with the side it is on, and the text or the frame.
export function fill(place, given, query, side) {
  const title = [side, given.title].filter(Boolean).join(" · ");
  place.querySelector("h2").replaceChildren(marked(title, query));
  place.querySelector("h2").hidden = !title;
  const body = place.querySelector(".text");
  if (!given.frame) {
    body.replaceChildren(marked(given.text, query));
    return;
  }
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.title = title || query || given.frame;
  frame.src = given.frame;
  body.replaceChildren(frame);
}

// What is selected inside a text, counted in characters as Python counts them.
export function selected(place) {
  const chosen = getSelection();
  if (!chosen.rangeCount || chosen.isCollapsed) return null;
  const range = chosen.getRangeAt(0);
  const body = range.commonAncestorContainer.parentElement?.closest?.(".text") ?? range.commonAncestorContainer;
  if (!(body instanceof Element) || !body.matches(".text") || !place.contains(body)) return null;
  const before = document.createRange();
  before.setStart(body, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = [...before.toString()].length;
  return { part: body.dataset.part, start, end: start + [...range.toString()].length, text: range.toString() };
}
