/**
 * The module map of docs/architecture.md as a failing build. A module imports only from the modules named in its row, and
 * only their public files; what has to go the other way goes as an event.
 */
const MAY_IMPORT = {
  auth: [],
  audit: [],
  labels: [],
  tags: ['labels'],
  lists: ['labels'],
  notes: [],
  companies: ['notes'],
  'custom-fields': [],
  contacts: ['labels', 'tags', 'lists', 'notes', 'companies', 'custom-fields'],
  emails: ['contacts'],
  commerce: ['contacts', 'emails'],
  campaigns: ['emails', 'contacts', 'tags', 'lists'],
  funnels: ['emails', 'contacts', 'tags', 'lists'],
  webhooks: [],
  reports: ['audit', 'emails', 'campaigns', 'contacts'],
  // Development only (never registered in production): mailbox, webhook receiver, demo data. It plays the outside world.
  development: ['webhooks', 'contacts', 'tags', 'lists', 'custom-fields', 'campaigns', 'funnels', 'emails', 'commerce'],
};

const MODULES = '^src/modules/';
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', 'A cycle means that two things are one.', {}, { circular: true }),
    ...Object.entries(MAY_IMPORT).map(([own, below]) =>
      rule(
        `${own}-follows-the-map`,
        'Imports go down the map only.',
        { path: `${MODULES}${own}/` },
        { path: MODULES, pathNot: `${MODULES}(${[own, ...below].join('|')})/` },
      ),
    ),
    rule(
      'every-module-is-on-the-map',
      'A new module needs a row in MAY_IMPORT.',
      { path: MODULES, pathNot: `${MODULES}(${Object.keys(MAY_IMPORT).join('|')})/` },
      {},
    ),
    rule(
      'public-files-only',
      'Modules, services, entities and the vocabulary of states are the public face of a module.',
      { path: `${MODULES}([^/]+)/` },
      {
        path: MODULES,
        // Notes and companies have one shape on the wire, wherever they are shown.
        pathNot: [
          `${MODULES}$1/`,
          '\\.(module|service|entity)\\.ts$',
          '-(state|status)\\.ts$',
          `${MODULES}(notes|companies)/dto/`,
        ],
      },
    ),
    rule('platform-knows-no-domain', 'Platform serves any product.', { path: '^src/platform/' }, { path: MODULES }),
    rule(
      'events-know-nobody',
      'The published language is pure types.',
      { path: '^src/events/' },
      { pathNot: '^src/events/' },
    ),
    rule(
      'nobody-knows-the-dialect',
      'The dialect of other clients stands in front of the product and can be taken away.',
      { pathNot: '^src/(compatibility/|api\\.module\\.ts$|app\\.setup\\.ts$)|^test/' },
      { path: '^src/compatibility/' },
    ),
    rule(
      'dto-stays-at-the-edge',
      'Wire shapes are for controllers.',
      { path: '\\.(service|queries|entity|processor)\\.ts$' },
      { path: '/dto/' },
    ),
    rule(
      'consumers-run-in-the-worker',
      'Processors, schedulers and subscribers are imported by worker modules only.',
      { pathNot: '-worker\\.module\\.ts$|\\.spec\\.ts$|^src/worker' },
      { path: '\\.(processor|scheduler|subscriber)\\.ts$' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default'] },
  },
};
