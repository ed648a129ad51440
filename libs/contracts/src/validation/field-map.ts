import { FIELD_ID } from '../knowledge-box/identifiers';
import { MapOf } from './decorators';
import type { Part } from './node';

/** Values by field id. */
export const FieldMap = (value: Part, limits: { readonly sizeMax?: number } = {}): PropertyDecorator =>
  MapOf(value, { keys: FIELD_ID, ...limits });
