import { FieldReader } from './field-reader';
import { FieldRemover } from './field-remover';
import { FieldWriter } from './field-writer';
import { FileWriter } from './file-writer';
import { FieldHandlers } from './field.handlers';
import { LargeFields } from './large-fields';
import { UploadHandlers } from './upload.handlers';
import { UploadService } from './upload.service';

/** Fields of resources, and uploads of files. */
export const fieldParts = {
  controllers: [FieldHandlers, UploadHandlers],
  providers: [FieldReader, FieldRemover, FieldWriter, FileWriter, LargeFields, UploadService],
};
