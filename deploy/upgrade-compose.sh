#!/bin/sh
# Replaces the services of deploy/compose.yaml by those of a new image (built, or named by PARLEY_IMAGE_TAG) while they are used: the schemas first,
# which the version before goes on using; then of each service a new container beside the old one, which leaves when the new one is ready. Gateways
# come last, so that none asks a service for what only the new version knows. The front, which holds the port, stays: it is not part of a version.
#
#   deploy/upgrade-compose.sh [a parameter of docker compose, such as --env-file …]…
set -eu
here=$(cd "$(dirname "$0")" && pwd)
compose() { docker compose -f "$here/compose.yaml" "$@"; }

compose "$@" run --rm --no-deps prepare
for service in workspace organization-directory users notifications activity rewriter gateway; do
  old=$(compose "$@" ps -q "$service")
  count=$(echo "$old" | grep -c . || true)
  compose "$@" up -d --no-deps --no-recreate --wait --scale "$service=$((count == 0 ? 1 : 2 * count))" "$service"
  # What still runs in it is finished before it ends: stop_grace_period.
  for container in $old; do docker stop "$container" > /dev/null && docker rm "$container" > /dev/null; done
done

# A front that does not say whose connections it passes on finds none of the new gateways: it is replaced, once.
front=$(compose "$@" ps -q front)
if [ -n "$front" ] && ! docker inspect --format '{{json .Config.Cmd}}' "$front" | grep -q '"gateway:8090"'; then
  compose "$@" up -d --no-deps --force-recreate --wait front
fi

# Where a gateway held the port, as in the file of version 0.1.0, it changes hands now, once.
compose "$@" up -d --no-deps --no-recreate --wait front
