#!/bin/sh
# Puts a backup into an empty database and blob store: restore.sh FOLDER
#
# The variables are those of backup.sh. Nothing of Lectern may run. Afterwards: start it, and `lectern index rebuild`,
# since indexes are not part of a backup. SECRETS_KEY must be that of before.
set -eu

folder=${1:?'restore.sh FOLDER'}
: "${DATABASE_URL:?is not set}"
if [ -z "${BLOB_DIR:-}" ] && [ -z "${S3_BUCKET:-}" ]; then
  echo 'BLOB_DIR or S3_BUCKET is not set' >&2
  exit 2
fi

(cd "$folder" && sha256sum --check --quiet SHA256SUMS)
found=$(psql --no-psqlrc --tuples-only --no-align "$DATABASE_URL" \
  --command "select count(*) from pg_namespace where nspname in ('accounts', 'knowledge_box')")
if [ "$found" != 0 ]; then
  echo 'The database has been used by Lectern: restore into an empty one' >&2
  exit 1
fi

if [ -n "${S3_BUCKET:-}" ]; then
  aws ${S3_ENDPOINT:+--endpoint-url "$S3_ENDPOINT"} s3 sync --only-show-errors \
    "$folder/blobs" "s3://$S3_BUCKET/${S3_PREFIX:+$S3_PREFIX/}"
else
  mkdir -p "$BLOB_DIR"
  cp -Rp "$folder/blobs/." "$BLOB_DIR/"
fi

# Last, and wholly or not at all: a database that is there has its blobs.
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges \
  --dbname "$DATABASE_URL" "$folder/database.dump"
echo "Restored the state of $(cat "$folder/taken-at"). Now start Lectern, then: lectern index rebuild"
