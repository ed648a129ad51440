import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { AppError } from '@lectern/contracts/core';

/** An answer whose body must be read or destroyed: until then it holds a connection. */
export class EgressResponse {
  constructor(
    readonly status: number,
    /** Lower-case names; multiple values are joined with a comma. */
    readonly headers: Readonly<Record<string, string>>,
    /** Decoded. */
    readonly body: Readable,
    /** After redirects. */
    readonly url: string,
  ) {}

  get isOk(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** As UTF-8. */
  text(): Promise<string> {
    return text(this.body);
  }

  bytes(): Promise<Buffer> {
    return buffer(this.body);
  }

  /** @throws AppError `unavailable` when the body is not JSON */
  async json(): Promise<unknown> {
    const content = await this.text();
    try {
      return JSON.parse(content);
    } catch (error) {
      throw new AppError('unavailable', `${new URL(this.url).host} answered with invalid JSON`, {}, { cause: error });
    }
  }

  /** Closes the connection when the body is not needed. */
  discard(): void {
    this.body.on('error', () => undefined).destroy();
  }
}
