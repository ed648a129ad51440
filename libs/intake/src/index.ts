export { callsOf, embeddedTexts } from './embedded-texts';
export { endedEarly, type Gathered, gathered } from './gathered';
export { type JoinedMessage, joinedMessage, MESSAGE_CHARS_MAX, type MessagePart } from './joined-message';
export { ParagraphText } from './paragraph-text';
export {
  announcedLength,
  type Append,
  checkEnd,
  checkOffset,
  checkPartType,
  hasBody,
  isComplete,
  lengthAfter,
  readAppend,
  type Received,
} from './tus-request';
export {
  checkMd5,
  isMediaType,
  isRandomName,
  mediaTypeAlone,
  randomName,
  sentPassword,
  strategiesOfHeaders,
  uploadedMediaType,
  uploadedName,
} from './upload-headers';
export { type UploadMetadata, uploadMetadata } from './upload-metadata';
