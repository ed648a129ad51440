import { PermissionHandlers } from './permission.handlers';

/** What the caller itself may do. */
export const permissionParts = {
  controllers: [PermissionHandlers],
  providers: [],
};
