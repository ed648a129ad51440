import type { FastifyReply } from 'fastify';

/** Fastify adds a character set to JSON that it may serialise itself, and clients compare the whole content type. */
const asItIs = (text: unknown): string => String(text);

export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/json');
  return reply.serializer(asItIs).send(text);
}
