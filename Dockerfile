# The toolchain image: what the engine is told about its content, and how a base of your own gets it.
#
# `nox -s image` makes the content itself, from the packages of toolchains/image.lock, and takes
# only the last stage from here: an engine that built it would put the time into the image's ID.
# `nox -s image -- --base IMAGE` has the engine run all of it: the same packages on your base.

ARG BASE
FROM ${BASE} AS packages
USER root
COPY packages /packages
RUN cp /packages/paths /etc/dpkg/dpkg.cfg.d/kerf \
    && export DEBIAN_FRONTEND=noninteractive APT_CONFIG=/packages/apt.conf \
    && apt-get update \
    && apt-get install --yes --no-install-recommends --allow-downgrades $(cat /packages/names) \
    && rm -r /packages

FROM scratch
COPY --from=packages / /
LABEL org.opencontainers.image.title="Kerf toolchains"
ENV PATH=/usr/sbin:/usr/bin:/sbin:/bin
ENV LC_ALL=C.UTF-8
USER 65534:65534
WORKDIR /kerf
CMD ["bash"]
