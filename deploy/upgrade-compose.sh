#!/bin/sh
# Upgrades the services of deploy/compose.yaml to a new image (built, or given by PARLEY_IMAGE_TAG) while they serve. The schemas come first; the
# previous version keeps working with them. Then each service gets a new container next to the old one, which is stopped when the new one is ready.
# Gateways come last, so that none calls a service for a feature of the new version. The front, which holds the port, is not replaced.
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
  # Its open requests complete before it ends (stop_grace_period).
  for container in $old; do docker stop "$container" > /dev/null && docker rm "$container" > /dev/null; done
done

compose "$@" up -d --no-deps --no-recreate --wait front
