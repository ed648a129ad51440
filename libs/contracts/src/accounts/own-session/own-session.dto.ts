import { IsString, MaxLength } from 'class-validator';

const ID_CHARS_MAX = 256;

/** Something that is signed in as the user. */
export class OwnSession {
  /** Names it when it is ended. */
  id!: string;
  /** `console`: a browser with the console. `browser`: one that signed in at a page. `application`: one with tokens. */
  kind!: 'console' | 'browser' | 'application';
  /** Id of the application, where it is one. */
  client_id!: string | null;
  /** When it began, UTC with offset. */
  created!: string;
  /** When it ends by itself, UTC with offset; null when it does not. */
  expires!: string | null;
  /** Whether the credential of this request came from it. */
  current!: boolean;
}

/** What is signed in as a user. */
export class OwnSessionList {
  /** All of them, newest first. */
  sessions!: readonly OwnSession[];
}

/** A session, named in a path. */
export class OwnSessionTarget {
  /** Id of the session. */
  @IsString() @MaxLength(ID_CHARS_MAX) session_id!: string;
}
