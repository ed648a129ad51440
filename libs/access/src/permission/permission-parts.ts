import { PermissionHandlers } from './permission.handlers';

/** Parts for the permissions of the caller itself. */
export const permissionParts = {
  controllers: [PermissionHandlers],
  providers: [],
};
