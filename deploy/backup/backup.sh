#!/bin/sh
# Copies what a zone cannot make again, the database and the blobs, into a folder: backup.sh FOLDER
#
# DATABASE_URL             of the zone
# BLOB_DIR                 folder of blobs, or
# S3_BUCKET                bucket, with S3_PREFIX, S3_ENDPOINT; `aws` reads its credentials from the environment
#
# Everything may continue to run. The database comes first: a blob never changes, and one that a row of the dump names
# is there until that resource is deleted. The same FOLDER again copies only the blobs that are new.
set -eu

folder=${1:?'backup.sh FOLDER'}
: "${DATABASE_URL:?is not set}"
if [ -z "${BLOB_DIR:-}" ] && [ -z "${S3_BUCKET:-}" ]; then
  echo 'BLOB_DIR or S3_BUCKET is not set' >&2
  exit 2
fi

umask 077
mkdir -p "$folder/blobs"
# A dump that was broken off never replaces the one before it.
pg_dump --format=custom --no-owner --no-privileges --exclude-schema=public \
  --file="$folder/database.dump.new" "$DATABASE_URL"
pg_restore --list "$folder/database.dump.new" >/dev/null

if [ -n "${S3_BUCKET:-}" ]; then
  aws ${S3_ENDPOINT:+--endpoint-url "$S3_ENDPOINT"} s3 sync --only-show-errors \
    "s3://$S3_BUCKET/${S3_PREFIX:+$S3_PREFIX/}" "$folder/blobs"
else
  # Parts of uploads that still run begin with a dot.
  (cd "$BLOB_DIR" && find . -name '.?*' -prune -o -type f -print) | while IFS= read -r name; do
    if [ -e "$folder/blobs/$name" ]; then continue; fi
    mkdir -p "$folder/blobs/${name%/*}"
    cp -p "$BLOB_DIR/$name" "$folder/blobs/$name.part"
    mv "$folder/blobs/$name.part" "$folder/blobs/$name"
  done
fi

mv "$folder/database.dump.new" "$folder/database.dump"
(cd "$folder" && sha256sum database.dump >SHA256SUMS)
date -u +'%Y-%m-%dT%H:%M:%SZ' >"$folder/taken-at"
echo "Backed up to $folder: $(find "$folder/blobs" -type f | wc -l) blobs"
