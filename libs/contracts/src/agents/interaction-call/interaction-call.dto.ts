import type { InteractionRequest } from '../interaction/interaction.dto';

/** Where an agent is asked, for services. */
export class InteractionPlace {
  /** Id of the agent. */
  agent!: string;
  /** Id or slug of the session, as the caller wrote it. */
  session!: string;
  /** Id of the workflow; `default` when absent. */
  workflow?: string;
}

/** A question over a socket: the run continues when the socket breaks. */
export class DetachedQuestion {
  /** Where it is asked. */
  place!: InteractionPlace;
  /** The question. */
  request!: InteractionRequest;
  /** Headers that its message named; those of the connection may differ when it is asked again. */
  asked!: Record<string, string>;
  /** The number of the frame that the caller wants first, if this is the question of an interaction that it follows. */
  from?: number;
  /** Whether the caller follows that interaction already: then no frame is sent for its question. */
  follows?: boolean;
}

/** Where a socket opens. */
export class SocketOpening {
  /** Where questions will be asked. */
  place!: InteractionPlace;
  /** Whether a session that is missing is created. */
  createsSession!: boolean;
}

/** From where on the latest interaction of a session is followed. */
export class InteractionCursor {
  /** Where it was asked. */
  place!: InteractionPlace;
  /** Number of the first frame that is wanted. */
  from!: number;
}

/** Which interaction ends. */
export class InteractionStop {
  /** Where it was asked. */
  place!: InteractionPlace;
  /** Its id; when absent, the latest one of the caller in a session that is kept. */
  id?: string;
}

/** What the user answers. */
export class UserResponse {
  /** Where the question was asked. */
  place!: InteractionPlace;
  /** Names the question to the user. */
  requestId!: string;
  /** The answer: a text, or JSON as text; absent: the user does not want to answer. */
  response?: string;
}

/** An interaction of the process that is called. */
export class OwnInteraction {
  /** Its id. */
  id!: string;
  /** Number of the first frame that is wanted. */
  from!: number;
  /** Only the frames that there are. */
  soFar?: true;
}

/** What is said to an interaction of the process that is called. */
export class SaidToInteraction {
  /** Its id. */
  id!: string;
  /** Ends it. */
  cancel?: true;
  /** Names the question to the user. */
  requestId?: string;
  /** The answer to it; absent: the user does not want to answer. */
  response?: string;
  /** Its user comes back from an authorization server. */
  signIn?: {
    /** Names the sign-in, and counts once. */
    state: string;
    /** Absent: the user refused. */
    code?: string;
  };
}

/** Whether an interaction took what was said. */
export class HeardByInteraction {
  /** False: it does not wait for it, or has ended. */
  heard!: boolean;
}
