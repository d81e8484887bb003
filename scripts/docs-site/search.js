/** Searches the sections of all pages. The index is loaded with the first word, as a script, which also works with local files. */
/* global document, searchIndex */
const { root } = document.currentScript.dataset;
const form = document.querySelector('form[role=search]');
const input = document.querySelector('#search');
const found = document.querySelector('#found');
let loading;
form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
input.addEventListener('input', () => {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    Object.assign(script, { src: `${root}search-index.js`, onload: resolve });
    document.head.append(script);
  });
  void loading.then(showResults);
});

/** Shows sections with all words, those with words in the heading first. */
function showResults() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = searchIndex.map((section) => {
    const [heading, page, text] = [section.heading, section.page, section.text].map((part) => part.toLowerCase());
    const scores = words.map(
      (word) => 20 * heading.includes(word) + 8 * page.includes(word) + Math.min(5, text.split(word).length - 1),
    );
    return { section, score: scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) };
  });
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const links = best.slice(0, 12).map(({ section }) => linkTo(section, words[0]));
  found.replaceChildren(...(words.length > 0 && links.length === 0 ? [`Nothing matches “${input.value}”.`] : links));
}

function linkTo({ page, place, heading, text }, word) {
  const link = Object.assign(document.createElement('a'), { href: root + place });
  const title = document.createElement('b');
  title.textContent = page === heading ? heading : `${page}: ${heading}`;
  const extract = document.createElement('span');
  const from = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  extract.textContent = `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}…`;
  link.append(title, extract);
  return link;
}
