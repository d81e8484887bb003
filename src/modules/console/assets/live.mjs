/** Updates the figures of a campaign while it is sent, and of a job while it runs. Without this script, reloading the page does. */
const INTERVAL_MS = 2_000;

/** Campaigns have a page of live figures only; the others are small. */
const url = location.pathname.startsWith('/console/campaigns/') ? `${location.pathname}/live` : location.href;

const partsOf = (page) => Map.groupBy(page.querySelectorAll('[data-live]'), (part) => part.dataset.live);
const statusOf = (parts) => parts.get('status')?.[0].textContent;

/** @returns whether the campaign is still being sent, or the job runs. */
async function refresh() {
  const response = await fetch(url, { redirect: 'manual' });
  const isLoggedOut = response.type === 'opaqueredirect';
  if (!response.ok && !isLoggedOut) return true;
  const fresh = partsOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  const shown = partsOf(document);
  if (isLoggedOut || statusOf(fresh) !== statusOf(shown)) {
    location.reload();
    return false;
  }
  for (const [name, parts] of fresh) shown.get(name)?.forEach((part, index) => part.replaceWith(parts[index] ?? part));
  return true;
}

async function run() {
  const isSending = document.hidden || (await refresh().catch(() => true));
  if (isSending) setTimeout(run, INTERVAL_MS);
}

void run();
