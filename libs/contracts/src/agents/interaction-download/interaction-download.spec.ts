import { membersOf } from '../../validation/answers.fixture';
import { above, below, tooLong, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, routesOf, text } from '../../validation/requests.fixture';
import { InteractionDownloadPayload } from './interaction-download.dto';
import {
  deleteInteractionsDownload,
  fetchInteractionsFile,
  getInteractionsDownload,
  listInteractionsDownloads,
  removeExpiredAgentFiles,
  requestInteractionsDownload,
  writeAgentFile,
} from './interaction-download.operations';

const UUID = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';
const operations = [
  requestInteractionsDownload,
  listInteractionsDownloads,
  getInteractionsDownload,
  deleteInteractionsDownload,
  fetchInteractionsFile,
];
const file = `${__dirname}/interaction-download.dto.ts`;

describe('files of interactions', () => {
  it('are requested by owners of the agent, and fetched by who has their address', () => {
    expect(routesOf(...operations)).toEqual({
      'POST /agent/{agent_id}/audit/interactions/download': '200 json; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/audit/download_requests': '200 json; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/audit/download_request/{request_id}/status': '200 json; SOWNER of agent; sa user pat',
      'DELETE /agent/{agent_id}/audit/download_request/{request_id}': '200 null; SOWNER of agent; sa user pat',
      'GET /agent/{agent_id}/audit/download_request/{request_id}/file': '200 binary; any of nothing; none',
    });
    expect(Object.values(conductOf(...operations))).toEqual(['10 s, needs room', '10 s', '10 s', '10 s', '10 s']);
    expect(fetchInteractionsFile.http?.alsoAnswers).toEqual([206, 307]);
  });

  it('have a month, and one session or all', () => {
    expect(wireOf(InteractionDownloadPayload, {})).toEqual({
      session_id: 'null text',
      year: 'null whole',
      month: 'null whole',
    });
  });

  it.each([
    ['month', 13, above(12)],
    ['month', 0, below(1)],
    ['year', 1_999, below(2_000)],
    ['year', 10_000, above(9_999)],
    ['session_id', text(251), tooLong(250)],
  ])('have a proper %s only', (name, value, fault) => {
    expect(faults(requestInteractionsDownload, { body: { [name]: value } })).toEqual([`body.${name}: ${fault}`]);
  });

  it('have a signature of 43 letters in their address', () => {
    const fetched = (signature: string) =>
      faults(fetchInteractionsFile, { path: { agent_id: UUID, request_id: UUID }, query: { signature } });
    expect(fetched(text(43))).toEqual([]);
    for (const signature of ['', text(42), text(44), `${text(42)}/`]) expect(fetched(signature)).toHaveLength(1);
  });

  it('have an address and a complete query in their record', () => {
    expect(membersOf(file, 'InteractionDownload')).toBe('id, type, status, download_url|null, query, error?');
    expect(membersOf(file, 'InteractionDownloadQuery')).toBe('session_id|null, year, month');
  });

  it('are written by a task, and removed within a minute of their end, even on a full disk', () => {
    expect(writeAgentFile).toMatchObject({ attemptsMax: 10 });
    expect(removeExpiredAgentFiles).toMatchObject({ every: { intervalMs: 60_000 }, worksWithoutRoom: true });
  });
});
