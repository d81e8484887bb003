const toCommonJs = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
  },
];

const MODULES = '(?:@nestjs|openid-client|oauth4webapi|jose|oidc-provider)/';

/** @type {import('jest').Config} */
const base = {
  testEnvironment: '<rootDir>/test/support/jest-environment.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/jest-limits.ts'],
  // These consist of ECMAScript modules, which jest can require only with an experimental option of Node.
  transform: { '^.+\\.ts$': toCommonJs, [`/node_modules/${MODULES}.+\\.js$`]: toCommonJs },
  transformIgnorePatterns: [`/node_modules/(?!${MODULES})`],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/clients/'],
};

const needsServices = {
  ...base,
  globalSetup: '<rootDir>/test/support/require-services.ts',
  globalTeardown: '<rootDir>/test/support/database-pool.ts',
  setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/support/jest-setup.ts'],
};

/** Whole runs take their specs in groups, which `npm test` writes. */
const specsOf = (kind, specs = [`test/${kind}/**/*-spec.ts`]) =>
  (process.env.TEST_GROUPS ? [`test/.groups/${kind}/*.js`] : specs).map((pattern) => `<rootDir>/${pattern}`);

export default {
  // What is left over of every file that a worker has run adds up, and what has to be looked through for garbage with it.
  workerIdleMemoryLimit: '1.5GB',
  projects: [
    { ...base, displayName: 'unit', testMatch: specsOf('unit', ['src/**/*.spec.ts', 'architecture/*.spec.ts']) },
    { ...needsServices, displayName: 'integration', testMatch: specsOf('integration') },
    { ...needsServices, displayName: 'e2e', testMatch: specsOf('e2e') },
    { ...needsServices, displayName: 'chaos', testMatch: specsOf('chaos') },
    { ...needsServices, displayName: 'security', testMatch: specsOf('security') },
    { ...needsServices, displayName: 'browser', testMatch: specsOf('browser') },
  ],
};
