#!/bin/sh
# Run as root in a stage of docker/Dockerfile, as its last step.
set -eu

# A name for the user, since Postgres asks for it.
groupadd --gid 10001 lectern
useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin lectern
mkdir /data
chown 10001:10001 /data

# Everything that could install something. What dpkg noted stays, for scanners.
rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
  /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn* /usr/local/include \
  /usr/bin/apt* /usr/lib/apt /usr/libexec/apt* /etc/apt /var/lib/apt /var/cache/apt \
  /usr/bin/dpkg* /usr/sbin/dpkg* /usr/sbin/start-stop-daemon

# Files of the installation that nobody reads there.
rm -rf /var/log/* /var/cache/*

# Programs that could change the user.
find / -xdev -type f -perm /6000 -exec chmod ug-s {} +
