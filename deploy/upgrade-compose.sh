#!/bin/sh
# Replaces the services of deploy/compose.yaml by those of a new image (built, or named by PARLEY_IMAGE_TAG) while they are used: the schemas first,
# which the version before goes on using; then of each service a new container beside the old one, which leaves when the new one is ready. Only the
# gateway, which holds the port, is away while the old one stops and the port changes hands: one to two seconds.
#
#   deploy/upgrade-compose.sh [a parameter of docker compose, such as --env-file …]…
set -eu
here=$(cd "$(dirname "$0")" && pwd)
compose() { docker compose -f "$here/compose.yaml" "$@"; }
networks_of() { docker inspect -f '{{range $name, $network := .NetworkSettings.Networks}}{{println $name}}{{end}}' "$1"; }

compose "$@" run --rm --no-deps prepare
for service in workspace organization-directory users notifications activity rewriter; do
  old=$(compose "$@" ps -q "$service")
  count=$(echo "$old" | grep -c . || true)
  compose "$@" up -d --no-deps --no-recreate --wait --scale "$service=$((count == 0 ? 1 : 2 * count))" "$service"
  # What still runs in it is finished before it ends: stop_grace_period.
  for container in $old; do docker stop "$container" > /dev/null && docker rm "$container" > /dev/null; done
done

# Two cannot hold its port, so the new one starts without the network on which the port is published, and joins that when the old one has left.
old=$(compose "$@" ps -q gateway)
compose "$@" create --no-recreate --scale gateway=$(($(echo "$old" | grep -c .) + 1)) gateway
new=$(compose "$@" ps -aq gateway | grep -vxF "$old")
front=$(networks_of "$new" | grep '_front$')
inside=$(networks_of "$new" | grep '_inside$')
# A Kafka that was made when the file had one network alone goes on running.
for container in $(compose "$@" ps -q kafka); do
  networks_of "$container" | grep -qx "$inside" || docker network connect --alias kafka "$inside" "$container"
done
docker network disconnect "$front" "$new"
docker start "$new" > /dev/null
tries=0
until [ "$(docker inspect -f '{{.State.Health.Status}}' "$new")" = healthy ]; do
  tries=$((tries + 1))
  if [ $tries -gt 600 ]; then
    echo "The new gateway is not healthy, and the old one stays: docker logs $new says why." >&2
    exit 1
  fi
  sleep 0.2
done
for container in $old; do docker stop "$container" > /dev/null; done
docker network connect --alias gateway "$front" "$new"
for container in $old; do docker rm "$container" > /dev/null; done
compose "$@" up -d --no-deps --no-recreate --wait gateway
