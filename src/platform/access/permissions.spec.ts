import { PERMISSIONS, type AccessRule, type Permission, missingPermissions } from './permissions.js';

const all = (...permissions: Permission[]): AccessRule => ({ kind: 'all_of', permissions });
const any = (...permissions: Permission[]): AccessRule => ({ kind: 'any_of', permissions });

describe('the missing permissions of a rule', () => {
  it('is nothing where the rule asks for nothing', () => {
    expect(missingPermissions([], { kind: 'public' })).toBeNull();
    expect(missingPermissions([], { kind: 'any_manager' })).toBeNull();
  });

  it.each(PERMISSIONS)('is nothing for who holds %s itself', (permission) => {
    expect(missingPermissions([permission], all(permission))).toBeNull();
    expect(missingPermissions([], all(permission))).toEqual([permission]);
  });

  it('counts managing contacts as viewing them, and nothing else as anything else', () => {
    const implied = PERMISSIONS.flatMap((held) =>
      PERMISSIONS.filter((wanted) => wanted !== held && missingPermissions([held], all(wanted)) === null).map(
        (wanted) => [held, wanted],
      ),
    );
    expect(implied).toEqual([['manage_contacts', 'view_contacts']]);
  });

  it('is what is missing where all are asked for', () => {
    const rule = all('view_reports', 'view_contacts');
    expect(missingPermissions(['view_reports'], rule)).toEqual(['view_contacts']);
    expect(missingPermissions(['manage_campaigns'], rule)).toEqual(['view_reports', 'view_contacts']);
    expect(missingPermissions(['view_reports', 'manage_contacts'], rule)).toBeNull();
  });

  it('is nothing where any of them is enough and one is there', () => {
    const rule = any('view_contacts', 'manage_campaigns');
    expect(missingPermissions(['manage_campaigns'], rule)).toBeNull();
    expect(missingPermissions(['manage_contacts'], rule)).toBeNull();
    expect(missingPermissions(['view_reports'], rule)).toEqual(['view_contacts', 'manage_campaigns']);
  });
});
