FROM caddy:2-alpine
# It listens above 1024, so it needs no privilege to bind; the capability would keep it from starting without.
RUN setcap -r /usr/bin/caddy \
 && mkdir -p /data /config \
 && chown -R 1000:1000 /data /config
COPY Caddyfile /etc/caddy/Caddyfile
ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/tmp
USER 1000:1000
