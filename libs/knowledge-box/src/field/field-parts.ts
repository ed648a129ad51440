import { FieldReader } from './field-reader';
import { FieldRemover } from './field-remover';
import { FieldWriter } from './field-writer';
import { FieldHandlers } from './field.handlers';
import { LargeFields } from './large-fields';

/** Fields of resources. */
export const fieldParts = {
  controllers: [FieldHandlers],
  providers: [FieldReader, FieldRemover, FieldWriter, LargeFields],
};
