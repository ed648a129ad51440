/** Ids of the strategies that a document is read and cut with, where that is not as usual. */
export interface NamedStrategies {
  readonly extract?: string;
  readonly split?: string;
}

/** An addition to a box. */
export type Source = Content & { readonly strategies?: NamedStrategies };

type Content =
  | {
      readonly kind: 'file';
      readonly file: File;
      /** In the folder that was added; else the name. */ readonly path: string;
    }
  | { readonly kind: 'link'; readonly uri: string }
  | { readonly kind: 'text'; readonly title: string; readonly body: string };

/** Why something was not added. */
export type Failure =
  | { readonly kind: 'duplicate'; readonly rid: string }
  | { readonly kind: 'away' | 'unreadable' }
  | { readonly kind: 'refused'; readonly words: string };

/** The session ended: the addition itself has no fault. */
export interface SignedOut {
  readonly kind: 'signed-out';
}

export type AdditionState = 'waiting' | 'running' | 'paused' | 'added' | 'failed';

/** One thing that is being added, as it is now. */
export interface Addition {
  readonly id: number;
  readonly source: Source;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  readonly state: AdditionState;
  /** Of the resource, when it is added. */
  readonly rid?: string;
  readonly failure?: Failure;
}

export interface TransferListener {
  readonly onProgress: (sentBytes: number) => void;
  readonly onAdded: (rid: string) => void;
  readonly onFailure: (failure: Failure | SignedOut) => void;
}

/** Sends something to the server. */
export interface Transfer {
  /** Stops, so that sent bytes count when it is started again. */
  stop(): void;
}

/** Begins to send something, or continues where it was stopped. */
export type StartTransfer = (source: Source, listener: TransferListener) => Transfer;

export function nameOf(source: Source): string {
  if (source.kind === 'file') return source.path;
  return source.kind === 'link' ? source.uri : source.title;
}
