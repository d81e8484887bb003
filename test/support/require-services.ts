/** Tests run on a real database and a real Redis. `npm test` provides throw-away ones; by hand, name your own. */
export default function requireServices(): void {
  for (const name of ['TEST_DATABASE_URL', 'TEST_REDIS_URL'])
    if (!process.env[name])
      throw new Error(`${name} is not set. Run the tests by \`npm test\`, which provides the servers.`);
}
