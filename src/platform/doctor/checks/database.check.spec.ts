import { privilegesIn } from './database.check.js';

describe('what an account may do', () => {
  it.each([
    [['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION'], ['ALL']],
    [
      [
        "GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*ABC'",
        'GRANT ALL PRIVILEGES ON `carillon`.* TO `a`@`%`',
      ],
      ['USAGE', 'ALL'],
    ],
    [['GRANT ALL PRIVILEGES ON `carillon%`.* TO `a`@`localhost`'], ['ALL']],
    [['GRANT ALL PRIVILEGES ON `car\\_llon`.* TO `a`@`localhost`'], []],
    [['GRANT SELECT, INSERT, update ON `cari_lon`.* TO `a`@`localhost`'], ['SELECT', 'INSERT', 'UPDATE']],
    [['GRANT SELECT ON `other`.* TO `a`@`localhost`'], []],
    [['GRANT SELECT ON `carillon`.`contacts` TO `a`@`localhost`'], []],
  ])('is read from %j', (grants, privileges) => {
    expect([...(privilegesIn(grants, 'carillon') ?? ['?'])]).toEqual(privileges);
  });

  it('is not known where it comes by a role', () => {
    expect(privilegesIn(['GRANT `writers`@`%` TO `a`@`%`', 'GRANT USAGE ON *.* TO `a`@`%`'], 'carillon')).toBeNull();
  });
});
