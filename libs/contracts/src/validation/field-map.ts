import { MapOf } from './decorators';
import type { Part } from './node';

const FIELD_ID = /^[a-zA-Z0-9:_-]+$/;

/** Values by field id. */
export const FieldMap = (value: Part, limits: { readonly sizeMax?: number } = {}): PropertyDecorator =>
  MapOf(value, { keys: FIELD_ID, ...limits });
