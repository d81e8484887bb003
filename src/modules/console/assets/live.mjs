/** Updates the figures of a campaign while it is sent. Without this script, reloading the page does. */
const campaign = document.querySelector('[data-live-campaign]');
const { liveCampaign: id, api, streams } = campaign.dataset;
const INTERVAL_MS = 2_000;
const EVENTS = ['sent', 'opened', 'clicked', 'bounced', 'unsubscribed', 'spam_complaint'];
const MAX_EVENTS = 10;

const number = new Intl.NumberFormat('en');
const percent = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function show(name, text, value = 0, max = 100) {
  for (const element of document.querySelectorAll(`[data-live="${name}"]`)) {
    if (element instanceof HTMLProgressElement) Object.assign(element, { max: Math.max(1, max), value });
    else if (element.textContent !== text) element.textContent = text;
  }
}

/** @returns whether the campaign is still being sent. */
async function refresh() {
  const response = await fetch(`${api}/campaigns/${id}/status`);
  if (!response.ok) return true;
  const { campaign: now, stat, sent_count: sent, progress, analytics } = await response.json();
  const total = (...statuses) => stat.reduce((sum, each) => sum + (statuses.includes(each.status) ? each.total : 0), 0);
  const delivered = sent - total('bounced');
  const step = (name, value, rate) => {
    show(name, number.format(value), value, sent);
    show(`${name}-rate`, `${percent.format(rate)}%`);
  };
  show('percent', `${percent.format(progress.percent)}%`, progress.percent);
  show('phase', progress.waiting_reason ?? progress.phase ?? now.status);
  step('sent', sent, sent === 0 ? 0 : 100);
  step('delivered', delivered, (100 * delivered) / Math.max(1, sent));
  step('opened', analytics.open.total, analytics.open.rate);
  step('clicked', analytics.click.total, analytics.click.rate);
  show('pending', number.format(total('pending', 'processing')));
  show('failed', number.format(total('failed')));
  show('bounced', number.format(total('bounced')));
  show('unsubscribed', number.format(analytics.unsubscribe.total));
  show('rate', number.format(progress.rate_per_second));
  if (now.status === 'working') return true;
  location.reload();
  return false;
}

const TONES = { sent: 'good', opened: 'good', clicked: 'good', bounced: 'bad', spam_complaint: 'bad' };

function addEvent(type, { email }) {
  if (String(email.campaign_id) !== id) return;
  const list = document.querySelector('[data-live="events"]');
  const item = document.createElement('li');
  const badge = document.createElement('span');
  badge.className = `badge ${TONES[type] ?? 'quiet'}`;
  badge.textContent = type.replace('_', ' ');
  const time = document.createElement('time');
  time.textContent = new Date().toISOString().slice(11, 19);
  item.append(badge, ` ${email.to ?? ''} `, time);
  list.prepend(item);
  while (list.children.length > MAX_EVENTS) list.lastElementChild.remove();
}

/** Open only while the page is visible: a browser has few connections for all pages of a server. */
let stream = null;
function listen(isWanted) {
  if (isWanted === (stream !== null) || streams === 'no') return;
  if (!isWanted) {
    stream.close();
    stream = null;
    return;
  }
  stream = new EventSource(`${api}/events/stream?types[]=email.*`);
  for (const type of EVENTS)
    stream.addEventListener(`email.${type}`, ({ data }) => addEvent(type, JSON.parse(data).data));
}

async function run() {
  listen(!document.hidden);
  const isSending = document.hidden || (await refresh().catch(() => true));
  if (isSending) setTimeout(run, INTERVAL_MS);
  else listen(false);
}

void run();
