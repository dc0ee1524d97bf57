# The release in an image: `make dist`, then `docker build -t tandem .`
FROM debian:12-slim AS release
ADD target/dist/tandem-*-linux-x86_64.tar.gz /
RUN mv /tandem-* /tandem

FROM debian:12-slim
RUN useradd --system --user-group --home-dir /var/lib/tandem --shell /usr/sbin/nologin tandem \
    && install -d -o tandem -g tandem -m 0750 /var/lib/tandem
COPY --from=release /tandem/bin/tandem /usr/bin/tandem
COPY --from=release /tandem/LICENSE /usr/share/doc/tandem/LICENSE
USER tandem
VOLUME /var/lib/tandem
EXPOSE 8080
ENTRYPOINT ["tandem"]
CMD ["serve", "--listen", "0.0.0.0:8080", "--data", "/var/lib/tandem"]
