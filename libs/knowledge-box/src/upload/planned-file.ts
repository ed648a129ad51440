import type { CreateResourcePayload, TusCreateHeaders } from '@lectern/contracts/knowledge-box';
import { hasBody, randomName, strategiesOfHeaders, uploadedMediaType, uploadMetadata } from '@lectern/intake';
import { withStrategies } from '../field/field-writer';
import type { PlannedFile } from './tus-uploads';

/**
 * The file that an upload will create. Its type comes from the metadata, else from a request without a body, else from
 * its name.
 *
 * @throws AppError `invalid_metadata`, `unsupported_media_type`
 */
export function plannedFile(headers: TusCreateHeaders, payload?: CreateResourcePayload): PlannedFile {
  const described = uploadMetadata(headers['upload-metadata']);
  const { filename = randomName(), contentType, language, md5, password } = described;
  const ofRequest = hasBody(headers) ? undefined : headers['content-type'];
  const declaredType = contentType ?? ofRequest ?? null;
  const type = uploadedMediaType(declaredType ?? undefined, filename);
  const skipStore = headers['x-skip-store'];
  const strategies = withStrategies(strategiesOfHeaders(headers), described.strategies);
  return {
    file: { filename, contentType: type, language, md5, password, skipStore, strategies },
    payload,
    declaredType,
  };
}
