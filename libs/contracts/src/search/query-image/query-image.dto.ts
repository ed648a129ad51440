import { IsString, Matches, MaxLength } from 'class-validator';

/** Characters of an image, which are three quarters as many bytes. */
const IMAGE_CHARS_MAX = 4_000_000;

/** An image that belongs to a query. */
export class QueryImage {
  /** Its media type, such as `image/png`. */
  @IsString() @MaxLength(100) @Matches(/^image\/[\w.+-]+$/) content_type!: string;
  /** Its bytes in base64. */
  @IsString() @MaxLength(IMAGE_CHARS_MAX) @Matches(/^[\w+/-]+={0,2}$/) b64encoded!: string;
}

/** A prompt that rewrites a question must have it; an empty one counts as none. */
export function rephrasePlaceholder(prompt: unknown): string | undefined {
  return typeof prompt !== 'string' || prompt === '' || prompt.includes('{question}')
    ? undefined
    : 'Rephrase prompt must contain the {question} placeholder';
}
