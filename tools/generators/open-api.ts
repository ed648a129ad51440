import { WireNames } from '@lectern/contracts/core';
import { allOperations, allSockets } from '@lectern/contracts/operations';
import { httpOperations, httpSockets, openApiDocument } from '@lectern/gateway';

/** The document that a gateway serves as `/api/v1/openapi.json` without aliases, for both hosts. */
export function openApiText(version: string): string {
  const hosts = ['zone', 'accounts'];
  const operations = httpOperations(allOperations, hosts);
  const sockets = httpSockets(allSockets, hosts);
  const names = WireNames.canonical;
  return `${JSON.stringify(openApiDocument(operations, { title: names.homeTitle, version, names, sockets }), null, 1)}\n`;
}
