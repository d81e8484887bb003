/* The server puts the constant SETTINGS before this script. */
/* global SETTINGS, SwaggerUIBundle, document, fetch, localStorage, location, matchMedia, navigator, setTimeout, clearTimeout */

/** Loads an operation when it is opened: resolving all references of the whole document would take seconds. */
async function resolveSubtree(outline, path) {
  const outlined = path.reduce((part, name) => part[name], outline);
  if (path[0] === 'components') return { spec: outlined, errors: [] };
  const response = await fetch(`/docs/operations/${outlined.operationId}.json`);
  if (response.ok) return { spec: await response.json(), errors: [] };
  const description = `This operation could not be loaded (status ${response.status}). Reload the page.`;
  return { spec: { ...outlined, description, responses: {} }, errors: [] };
}

const wordsOf = (filter) => (typeof filter === 'string' ? filter.toLowerCase().split(/\s+/).filter(Boolean) : []);

/** Returns whether an operation has all words in path, summary, id, and tag, or also in the text behind them. */
function hasAll(words, path, operation, alsoInText) {
  const id = operation.get('operationId', '').replace(/[A-Z]/g, ' $&');
  const tags = operation.get('tags') ?? [];
  const text = [path, operation.get('summary', ''), id, ...tags, alsoInText ? operation.get('x-search', '') : ''];
  return words.every((word) => text.join(' ').toLowerCase().includes(word));
}

/** Keeps the operations with all words in tag, summary, id, or path; if there are none, those that have them in the description. */
function opsFilter(taggedOperations, phrase) {
  const words = wordsOf(phrase);
  const filtered = (alsoInText) =>
    taggedOperations
      .map((group) =>
        group.update('operations', (operations) =>
          operations.filter((each) => hasAll(words, each.get('path'), each.get('operation'), alsoInText)),
        ),
      )
      .filter((group) => group.get('operations').size > 0);
  const found = filtered(false);
  return found.size > 0 ? found : filtered(true);
}

/** Calls of webhooks, filtered like operations. */
const selectWebhooksOperations =
  (original, { layoutSelectors }) =>
  (...args) => {
    const words = wordsOf(layoutSelectors.currentFilter());
    const kept = Object.entries(original(...args) ?? {}).map(([path, calls]) => [
      path,
      calls.filter(({ operation }) => hasAll(words, path, operation, true)),
    ]);
    return Object.fromEntries(kept.filter(([, calls]) => calls.length > 0));
  };

/** Swagger UI would say that the document has no operations. */
const operations = (Original, { React, layoutSelectors, specSelectors }) =>
  function Operations(props) {
    const isEmpty = specSelectors.taggedOperations().size === 0;
    return isEmpty
      ? React.createElement('h3', null, `Nothing matches “${layoutSelectors.currentFilter()}”.`)
      : React.createElement(Original, props);
  };

/** The introduction as a landmark; the operations are one already. */
const introduction = (Original, { React }) =>
  function Introduction(props) {
    return React.createElement('section', { 'aria-label': 'Introduction' }, React.createElement(Original, props));
  };

function FilterBox({ React }) {
  return ({ layoutSelectors, layoutActions }) => {
    const filter = layoutSelectors.currentFilter();
    const box = React.createElement('input', {
      type: 'search',
      className: 'operation-filter',
      placeholder: 'Filter by words of summary, description, path, or tag',
      'aria-label': 'Filter operations',
      value: typeof filter === 'string' ? filter : '',
      onChange: ({ target }) => layoutActions.updateFilter(target.value),
    });
    return React.createElement('div', { role: 'search' }, React.createElement('h2', null, 'Operations'), box);
  };
}

/** While a filter is set, tags with matches are open. Swagger UI binds the original selector to its state. */
const isShown = (original) => (layout, key, byDefault) => {
  const isFiltered = ![true, ''].includes(layout.get('filter'));
  return original(key, byDefault || (isFiltered && key[0] === 'operations-tag'));
};

/** The document is JSON; Swagger UI would use its slow YAML parser. */
const parseToJson =
  (_original, { specActions }) =>
  (text) =>
    specActions.updateJsonSpec(JSON.parse(text));

/** A text area that reports a pause in typing instead of each key, for which Swagger UI would render all operations again. */
function TextArea({ React }) {
  return ({ value, onChange, ...others }) => {
    const [text, setText] = React.useState(value);
    const pause = React.useRef();
    React.useEffect(() => setText(value), [value]);
    const report = (target) => {
      clearTimeout(pause.current);
      if (target.value !== value) onChange({ target });
    };
    const onInput = ({ target }) => {
      setText(target.value);
      clearTimeout(pause.current);
      pause.current = setTimeout(report, 300, target);
    };
    // Leaving it reports at once, so that "Execute" sends the latest text.
    return React.createElement('textarea', {
      ...others,
      value: text,
      onChange: onInput,
      onBlur: ({ target }) => report(target),
    });
  };
}

/** The samples of an operation, above its responses. The chosen language is kept for all operations. */
const responses = (Original, { React, specSelectors }) => {
  const create = React.createElement;
  const Samples = ({ samples }) => {
    const [label, setLabel] = React.useState(localStorage.getItem('sample') ?? samples[0].label);
    const [copied, setCopied] = React.useState(false);
    const { source } = samples.find((sample) => sample.label === label) ?? samples[0];
    const choose = (next) => {
      localStorage.setItem('sample', next);
      setLabel(next);
      setCopied(false);
    };
    const button = (name, properties) => create('button', { key: name, type: 'button', ...properties }, name);
    const languages = samples.map((sample) =>
      button(sample.label, { 'aria-pressed': sample.source === source, onClick: () => choose(sample.label) }),
    );
    const copy = () => navigator.clipboard.writeText(source).then(() => setCopied(true));
    return create(
      'div',
      { className: 'samples' },
      create('h4', null, 'Samples'),
      create(
        'div',
        { role: 'group', 'aria-label': 'Language' },
        languages,
        button(copied ? 'Copied' : 'Copy', { onClick: copy }),
      ),
      create('pre', { tabIndex: 0, 'aria-label': `Sample in ${label}` }, source),
    );
  };
  return function Responses(props) {
    const operation = specSelectors.specResolvedSubtree(['paths', props.path, props.method]);
    const samples = operation?.get('x-codeSamples')?.toJS() ?? [];
    const original = create(Original, { key: 'responses', ...props });
    return samples.length === 0 ? original : [create(Samples, { key: 'samples', samples }), original];
  };
};

function carillon(system) {
  return {
    fn: { resolveSubtree, opsFilter },
    components: {
      ...{ FilterContainer: FilterBox(system), TextArea: TextArea(system) },
      // A link inside of the button of an operation could not be reached by keyboard. There is one server.
      DeepLink: ({ text }) => system.React.createElement('span', null, text),
      ServersContainer: () => null,
    },
    wrapComponents: { InfoContainer: introduction, operations, responses },
    statePlugins: {
      spec: { wrapActions: { parseToJson }, wrapSelectors: { selectWebhooksOperations } },
      layout: { wrapSelectors: { isShown } },
    },
  };
}

async function showReference() {
  const outline = await (await fetch('/docs/outline.json')).json();
  outline.servers = [{ url: location.origin, description: 'This installation' }];
  SwaggerUIBundle({ ...SETTINGS, spec: outline, dom_id: '#swagger-ui', plugins: [carillon] });
}

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
void showReference();
