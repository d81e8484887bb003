/* The server puts the constant SETTINGS before this script. */
/* global SETTINGS, SwaggerUIBundle, document, fetch, location, matchMedia, setTimeout, clearTimeout */

/** Loads an operation when it is opened: resolving all references of the whole document would take seconds. */
async function resolveSubtree(outline, path) {
  const outlined = path.reduce((part, name) => part[name], outline);
  if (path[0] === 'components') return { spec: outlined, errors: [] };
  const response = await fetch(`/docs/operations/${outlined.operationId}.json`);
  if (response.ok) return { spec: await response.json(), errors: [] };
  const description = `This operation could not be loaded (status ${response.status}). Reload the page.`;
  return { spec: { ...outlined, description, responses: {} }, errors: [] };
}

/** Keeps the operations with the phrase in tag, summary, or path. */
function opsFilter(taggedOperations, phrase) {
  const wanted = phrase.trim().toLowerCase();
  const has = (text) => text.toLowerCase().includes(wanted);
  const matches = (operation) => has(operation.get('path')) || has(operation.getIn(['operation', 'summary'], ''));
  return taggedOperations
    .map((group, tag) => (has(tag) ? group : group.update('operations', (operations) => operations.filter(matches))))
    .filter((group) => group.get('operations').size > 0);
}

function FilterBox({ React }) {
  return ({ layoutSelectors, layoutActions }) => {
    const filter = layoutSelectors.currentFilter();
    return React.createElement('input', {
      type: 'search',
      className: 'operation-filter',
      placeholder: 'Filter by summary, path, or tag',
      'aria-label': 'Filter operations',
      value: typeof filter === 'string' ? filter : '',
      onChange: ({ target }) => layoutActions.updateFilter(target.value),
    });
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

function carillon(system) {
  return {
    fn: { resolveSubtree, opsFilter },
    components: { FilterContainer: FilterBox(system), TextArea: TextArea(system) },
    statePlugins: { spec: { wrapActions: { parseToJson } }, layout: { wrapSelectors: { isShown } } },
  };
}

async function show() {
  const outline = await (await fetch('/docs/outline.json')).json();
  outline.servers = [{ url: location.origin, description: 'This installation' }];
  SwaggerUIBundle({ ...SETTINGS, spec: outline, dom_id: '#swagger-ui', plugins: [carillon] });
}

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
void show();
