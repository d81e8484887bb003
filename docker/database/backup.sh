#!/usr/bin/env bash
# Dumps the database whenever the newest dump is a day old, and deletes dumps after BACKUP_DAYS days. `backup.sh now` dumps at once and ends.
# The account and its password (MYSQL_PWD) are root's, because a dump names its position in the binary log.
set -euo pipefail
cd "${BACKUP_FOLDER:-/var/lib/mysql}"

dump() {
  local file
  file=carillon-$(date -u +%Y-%m-%dT%H%M%SZ).sql.gz
  # Complete under its name: a dump that failed is replaced by the next one.
  mariadb-dump --host=database --user=root --single-transaction --quick --hex-blob --default-character-set=utf8mb4 --master-data=2 \
    carillon | gzip >dump.part
  mv dump.part "$file"
  find . -maxdepth 1 -name 'carillon-*.sql.gz' -mtime "+${BACKUP_DAYS:-14}" -delete
  echo "dumped $file, $(stat -c %s "$file") bytes"
}

if test "${1:-}" = now; then
  dump
  exit
fi
while true; do
  # A call in a condition would ignore errors within.
  test -n "$(find . -maxdepth 1 -name 'carillon-*.sql.gz' -mmin -1435)" || bash "$0" now || echo 'dump failed; trying again in 5 minutes' >&2
  sleep 300
done
