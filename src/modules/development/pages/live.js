/* Shows new emails in the list without reloading the page. Without scripts, the page reloads itself. */
/* global document, fetch, location, DOMParser, setInterval */

async function update() {
  if (document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.title = fresh.title;
  const focused = document.activeElement?.getAttribute('href');
  for (const part of ['.count', '#content']) {
    const [shown, next] = [document, fresh].map((page) => page.querySelector(part));
    if (shown.innerHTML !== next.innerHTML) shown.replaceWith(next);
  }
  if (document.activeElement === document.body && focused) document.querySelector(`[href="${focused}"]`)?.focus();
}

setInterval(update, 2_000);
document.addEventListener('visibilitychange', update);
