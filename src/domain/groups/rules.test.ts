import { describe, expect, it } from 'vitest';
import { TEAM_ROLE_PERMISSION } from '../../protocol/permissions.ts';
import {
  heldIn,
  moved,
  whyNotCreateRole,
  whyNotEditRole,
  whyNotGiveRole,
  whyNotInvite,
  whyNotModify,
  whyNotMoveRole,
  whyNotRemove,
  type Acting,
  type Role,
} from './rules.ts';

describe('a decision', () => {
  const role = (hierarchy: number, ...held: readonly string[]): Role => ({
    id: `role ${hierarchy}`,
    hierarchy,
    is_owner: hierarchy === 0,
    permissions: held,
  });
  const captain = role(
    1,
    'team.members.modify',
    'team.members.remove',
    'team.roles.modify',
    'team.hierarchy',
  );
  const by = (own: Role | null, above: Role | null = null): Acting => ({
    kind: 'team',
    own,
    above,
    support: false,
  });

  it('acts on equal and lower roles alone', () => {
    const codes = [role(0), role(1), role(2), null].map(
      (was) => whyNotRemove(by(captain), was)?.code,
    );
    expect(codes).toEqual(['owner-stays', undefined, undefined, undefined]);
    expect(whyNotRemove(by(role(2, 'team.members.remove')), captain)?.code).toBe(
      'hierarchy-denied',
    );
  });

  it('names what somebody lacks who would give it', () => {
    const refused = whyNotGiveRole(
      by(captain),
      null,
      role(2, 'server.delete', 'team.members.modify'),
    );
    expect(refused).toEqual({ code: 'permission-denied', needs: ['server.delete'] });
  });

  it('stands above a team by a role of its organization, but not above who owns the team', () => {
    const above = { ...role(3, 'team.members.remove', 'team.roles.modify'), id: 'above' };
    expect(whyNotRemove(by(null, above), captain)).toBeNull();
    expect(whyNotRemove(by(null, above), role(0))?.code).toBe('owner-stays');
    expect(whyNotEditRole(by(null, above), role(0))?.code).toBe('owner-role');
    expect(whyNotRemove(by(role(2), role(0)), captain)).toBeNull();
  });

  it('moves no role above the own one, nor the own one up', () => {
    const guest = role(3);
    const mate = role(2);
    expect(whyNotMoveRole(by(captain), guest, mate)).toBeNull();
    expect(whyNotMoveRole(by(captain), guest, captain)?.code).toBe('hierarchy-denied');
    expect(
      whyNotMoveRole(by({ ...mate, permissions: ['team.hierarchy'] }), mate, captain)?.code,
    ).toBe('hierarchy-denied');
    const order = moved([role(0), captain, mate, guest], guest, mate).map(({ id }) => id);
    expect(order).toEqual(['role 0', 'role 1', 'role 3', 'role 2']);
  });

  it('lets staff act as the owner, and hand nothing on', () => {
    const staff = { ...by(null), support: true };
    const mate = { ...by(role(1, 'team.members.modify')), support: true };
    expect(whyNotGiveRole(mate, null, role(2, 'server.delete'))).toEqual({
      code: 'permission-denied',
      needs: ['server.delete'],
    });
    expect(whyNotModify(staff)).toBeNull();
    expect(whyNotCreateRole(staff, [])?.code).toBe('permission-denied');
    expect(whyNotInvite(staff, role(2))?.code).toBe('permission-denied');
    expect(whyNotGiveRole(staff, null, role(2))?.code).toBe('permission-denied');
    expect(whyNotRemove(staff, null)?.code).toBe('permission-denied');
  });

  it('lets the owner role hold all that there is', () => {
    expect(heldIn(by(role(0))).size).toBe(TEAM_ROLE_PERMISSION.length);
  });
});
