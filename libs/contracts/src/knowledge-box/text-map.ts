import { Is } from '../validation/decorators';
import { jsonWithin, keyWithin } from '../validation/json-bounds';
import { mapOf, ruled, text } from '../validation/node';
import {
  METADATA_ENTRIES_MAX,
  METADATA_JSON_CHARS_MAX,
  METADATA_KEY_CHARS_MAX,
  METADATA_VALUE_CHARS_MAX,
} from './limits';

const texts = mapOf(text({ maxLength: METADATA_VALUE_CHARS_MAX }), {
  keyRules: [keyWithin(METADATA_KEY_CHARS_MAX)],
  sizeMax: METADATA_ENTRIES_MAX,
});
const bounded = ruled(texts, jsonWithin({ depthMax: 1, charsMax: METADATA_JSON_CHARS_MAX }));

/** A dictionary of texts that is kept and shown. */
export const TextMap = (): PropertyDecorator => Is(() => bounded);
