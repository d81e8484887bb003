const MAP = require('./module-map.cjs');

const MODULES = '^src/modules/';
const escaped = (file) => file.replaceAll('.', '\\.');
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', 'A cycle means that two things are one.', {}, { circular: true }),
    ...Object.entries(MAP).flatMap(([own, { imports, public: files }]) => [
      rule(
        `${own}-follows-the-map`,
        'Imports go down the map only.',
        { path: `${MODULES}${own}/` },
        { path: MODULES, pathNot: `${MODULES}(${[own, ...imports].join('|')})/` },
      ),
      rule(
        `${own}-is-private`,
        'Other modules use the public files that module-map.cjs names.',
        { path: '^src/', pathNot: `${MODULES}${own}/` },
        { path: `${MODULES}${own}/`, pathNot: `${MODULES}${own}/(${files.map(escaped).join('|')})\\.ts$` },
      ),
    ]),
    rule(
      'every-module-is-on-the-map',
      'A new module needs a row in module-map.cjs.',
      { path: MODULES, pathNot: `${MODULES}(${Object.keys(MAP).join('|')})/` },
      {},
    ),
    rule('platform-knows-no-domain', 'Platform serves any product.', { path: '^src/platform/' }, { path: MODULES }),
    rule(
      'events-know-nobody',
      'The published language is pure types.',
      { path: '^src/(events|shapes)/' },
      { pathNot: '^src/(events|shapes)/' },
    ),
    rule(
      'languages-are-texts',
      'Translators need no code.',
      { path: '^src/languages/' },
      { pathNot: '^src/languages/' },
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
      { path: '/dto/', pathNot: '\\.shapes\\.ts$' },
    ),
    rule(
      'consumers-run-in-the-worker',
      'Processors, schedulers and subscribers are imported by worker modules only.',
      { pathNot: '(-worker|/webhook-dispatcher)\\.module\\.ts$|\\.spec\\.ts$|^src/worker' },
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
