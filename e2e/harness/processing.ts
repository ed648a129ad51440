import type { Sent } from '@lectern/client';
import type { NuaClientPayload } from '@lectern/contracts/knowledge-box';
import {
  getProcessingRequest,
  type ProcessingRecord,
  type PushPayload,
  pushToProcessing,
} from '@lectern/contracts/understanding';
import { parse } from 'protobufjs';
import { Client, type KnowledgeBoxClient, until } from './client';
import { issueNuaKey, nuaKey } from './credentials';

/** As a client knows the processed message: less of it than the product writes. */
const { root } = parse(
  `syntax = "proto3";
  message Message {
    string uuid = 3;
    repeated Text extracted_text = 20;
    repeated Metadata field_metadata = 21;
    repeated Vectors field_vectors = 22;
    repeated Error errors = 31;
    repeated File file_extracted_data = 19;
    string processing_id = 32;
    int32 source = 33;
  }
  message Field { int32 field_type = 1; string field = 2; }
  message Text { Body body = 1; Field field = 3; }
  message Body { string text = 1; map<string, string> split_text = 2; }
  message Metadata { Computed metadata = 1; Field field = 4; }
  message Computed { One metadata = 1; map<string, One> split_metadata = 2; }
  message One { repeated Paragraph paragraphs = 2; string language = 10; repeated Label classifications = 4; }
  message Label { string labelset = 1; string label = 2; }
  message Paragraph { int32 start = 1; int32 end = 2; }
  message Vectors { Object vectors = 1; Field field = 3; string vectorset_id = 4; }
  message Object { List vectors = 1; map<string, List> split_vectors = 2; }
  message List { repeated Vector vectors = 1; }
  message Vector { int32 start = 1; int32 end = 2; repeated float vector = 5; }
  message Error { string field = 1; string error = 3; int32 code = 4; int32 severity = 6; }
  message File { string field = 10; Cloud file_thumbnail = 9; string title = 14; Pages file_pages_previews = 8; }
  message Pages { repeated Cloud pages = 1; repeated Structure structures = 3; }
  message Structure { Size page = 1; repeated Token tokens = 2; }
  message Size { int32 width = 1; int32 height = 2; }
  message Token { string text = 5; int32 line = 6; float x = 7; float y = 8; float width = 9; float height = 10; }
  message Cloud { string uri = 1; uint64 size = 2; string content_type = 3; }`,
  { keepCase: true },
);

interface FieldName {
  readonly field_type: number;
  readonly field: string;
}

interface One {
  readonly paragraphs: readonly { readonly start: number; readonly end: number }[];
  readonly language: string;
  readonly classifications: readonly object[];
}

interface Vectors {
  readonly vectors: readonly { readonly start: number; readonly end: number; readonly vector: readonly number[] }[];
}

/** Members of a processed message that a client reads. */
export interface ReadMessage {
  readonly uuid: string;
  readonly processing_id: string;
  readonly source: number;
  readonly extracted_text: readonly {
    readonly body: { readonly text: string; readonly split_text: Record<string, string> };
    readonly field: FieldName;
  }[];
  readonly field_metadata: readonly {
    readonly metadata: { readonly metadata: One; readonly split_metadata: Record<string, One> };
    readonly field: FieldName;
  }[];
  readonly field_vectors: readonly {
    readonly vectors: { readonly vectors: Vectors; readonly split_vectors: Record<string, Vectors> };
    readonly field: FieldName;
    readonly vectorset_id: string;
  }[];
  readonly errors: readonly { readonly field: string; readonly error: string; readonly severity: number }[];
  readonly file_extracted_data: readonly {
    readonly field: string;
    readonly title: string;
    readonly file_thumbnail: { readonly uri: string; readonly size: number; readonly content_type: string } | null;
    readonly file_pages_previews: {
      readonly pages: readonly { readonly uri: string; readonly content_type: string }[];
      readonly structures: readonly {
        readonly page: { readonly width: number; readonly height: number };
        readonly tokens: readonly { readonly text: string }[];
      }[];
    } | null;
  }[];
}

export function readMessage(base64: string | null): ReadMessage {
  const type = root.lookupType('Message');
  const message = type.toObject(type.decode(Buffer.from(base64 ?? '', 'base64')), { defaults: true, longs: Number });
  return message as ReadMessage; // by the types above
}

/** A caller with a NUA key of the box's account. */
export async function asNuaClient(kb: KnowledgeBoxClient, options: Sent<NuaClientPayload> = {}): Promise<Client> {
  return new Client(kb.client.origin, nuaKey((await issueNuaKey(kb, options)).token));
}

export async function ended(nua: Client, processing_id: string): Promise<ProcessingRecord> {
  const look = async () => {
    const record = await nua.api.call(getProcessingRequest, { params: { processing_id } });
    return record.completed || record.failed ? record : undefined;
  };
  return until(look, 'the push has ended', 90_000);
}

export async function processed(nua: Client, body: Sent<PushPayload>): Promise<ProcessingRecord> {
  const { processing_id } = await nua.api.call(pushToProcessing, { body });
  return ended(nua, processing_id);
}
