import { handlersOf } from '@lectern/bus';
import { createSession, deleteSession, getSession, listSessions, patchSession } from '@lectern/contracts/agents';
import { AgentSessionService } from './session.service';

export const SessionHandlers = handlersOf(AgentSessionService)
  .answer(createSession, (sessions, { params, body, principal }) => sessions.create(params.agent_id, body, principal))
  .answer(listSessions, (sessions, { params, query, signal }) => sessions.list(params.agent_id, query, signal))
  .answer(getSession, (sessions, { params, signal }) => sessions.get(params.agent_id, params.session, signal))
  .answer(patchSession, (sessions, { params, body: payload, principal }) =>
    sessions.change(params.agent_id, params.session, { payload, principal }),
  )
  .answer(deleteSession, (sessions, { params, principal }) =>
    sessions.delete(params.agent_id, params.session, principal),
  );
