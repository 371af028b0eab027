#!/bin/sh
# Replaces the services of deploy/compose.yaml by those of a new image (built, or named by PARLEY_IMAGE_TAG) while they are used: the schemas first,
# which the version before goes on using; then of each service a new container beside the old one, which leaves when the new one is ready. Only the
# gateway, which holds the port, is away for as long as it takes to start: about two seconds.
#
#   deploy/upgrade-compose.sh [a parameter of docker compose, such as --env-file …]…
set -eu
here=$(cd "$(dirname "$0")" && pwd)
compose() { docker compose -f "$here/compose.yaml" "$@"; }

compose "$@" run --rm --no-deps prepare
for service in workspace organization-directory users notifications activity rewriter; do
  old=$(compose "$@" ps -q "$service")
  count=$(echo "$old" | grep -c . || true)
  compose "$@" up -d --no-deps --no-recreate --wait --scale "$service=$((count == 0 ? 1 : 2 * count))" "$service"
  # What still runs in it is finished before it ends: stop_grace_period.
  for container in $old; do docker stop "$container" > /dev/null && docker rm "$container" > /dev/null; done
done

# Two cannot hold its port, so the new one is made before the old one ends.
old=$(compose "$@" ps -q gateway)
compose "$@" create --no-recreate --scale gateway=$(($(echo "$old" | grep -c .) + 1)) gateway
new=$(compose "$@" ps -aq gateway | grep -vxF "$old")
for container in $old; do docker stop "$container" > /dev/null; done
docker start "$new" > /dev/null
for container in $old; do docker rm "$container" > /dev/null; done
compose "$@" up -d --no-deps --no-recreate --wait gateway
