// The QML module Touchd: touches of touchd for Qt 6. README.md describes it.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QQmlListProperty>
#include <QQmlParserStatus>
#include <QRectF>
#include <QStringList>
#include <QVariantMap>
#include <memory>

class QSocketNotifier;
class Touchd;
struct touchd;
struct touchd_event;
struct touchd_region;

// A region of touchd's tree: whether fingers are down in it, where it is on the screen, and its presses.
class TouchdRegion : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString region READ region WRITE setRegion NOTIFY regionChanged)
    Q_PROPERTY(bool present READ isPresent NOTIFY placeChanged)
    Q_PROPERTY(QRectF frame READ frame NOTIFY placeChanged)
    Q_PROPERTY(int touches READ touches NOTIFY touchesChanged)
    Q_PROPERTY(bool down READ isDown NOTIFY touchesChanged)
public:
    using QObject::QObject;
    const QString &region() const { return m_region; }
    // Forgets the fingers on the old region. The place is that of the new one.
    void setRegion(const QString &region);
    bool isPresent() const { return m_isPresent; }
    // The box around the region in points of the screen.
    QRectF frame() const { return m_frame; }
    int touches() const { return int(m_ids.size()); }
    bool isDown() const { return !m_ids.isEmpty(); }

signals:
    void regionChanged();
    void placeChanged();
    void touchesChanged();
    void touch(const QVariantMap &event);
    void press(const QVariantMap &event);

private:
    friend class Touchd;
    void place(bool isPresent, const QRectF &frame);
    // Takes the place from the boxes that the client got last.
    void placeFromClient();
    void track(quint64 id, bool isDown);
    QPointer<Touchd> m_client;
    QString m_region;
    bool m_isPresent = false;
    QRectF m_frame;
    QList<quint64> m_ids;
};

// A client of touchd. It connects when the component is complete, and again when touchd restarts.
class Touchd : public QObject, public QQmlParserStatus {
    Q_OBJECT
    Q_INTERFACES(QQmlParserStatus)
    Q_PROPERTY(QString socket MEMBER m_socket NOTIFY settingsChanged)
    Q_PROPERTY(QString name MEMBER m_name NOTIFY settingsChanged)
    Q_PROPERTY(QStringList regions READ regions WRITE setRegions NOTIFY regionsChanged)
    Q_PROPERTY(QStringList events MEMBER m_events NOTIFY settingsChanged)
    Q_PROPERTY(bool observe MEMBER m_observe NOTIFY settingsChanged)
    Q_PROPERTY(bool connected READ isConnected NOTIFY connectedChanged)
    Q_PROPERTY(QQmlListProperty<TouchdRegion> data READ data)
    Q_CLASSINFO("DefaultProperty", "data")
public:
    explicit Touchd(QObject *parent = nullptr);
    ~Touchd() override;

    QStringList regions() const { return m_regions; }
    void setRegions(const QStringList &regions);
    bool isConnected() const { return m_isConnected; }
    QQmlListProperty<TouchdRegion> data() { return {this, nullptr, appendChild, childCount, childAt, clearChildren}; }

    // Each returns the id that the reply has, or 0 if there is no room for it, before the component is complete, and after `failed`.
    Q_INVOKABLE double request(const QString &type, const QVariantMap &members = {});
    Q_INVOKABLE double claim(const QStringList &receivers);
    Q_INVOKABLE double release(const QStringList &receivers);
    Q_INVOKABLE double edit(const QVariantList &edits, bool redo = false);

    void classBegin() override {}
    void componentComplete() override;

signals:
    void settingsChanged();
    void regionsChanged();
    void connectedChanged();
    void touch(const QVariantMap &event);
    void press(const QVariantMap &event);
    void gesture(const QVariantMap &event);
    void control(const QVariantMap &event);
    void scroll(const QVariantMap &event);
    void reply(const QVariantMap &reply);
    void message(const QString &text);
    void failed(const QString &text);

private:
    friend class TouchdRegion;
    static void appendChild(QQmlListProperty<TouchdRegion> *list, TouchdRegion *child);
    static qsizetype childCount(QQmlListProperty<TouchdRegion> *list);
    static TouchdRegion *childAt(QQmlListProperty<TouchdRegion> *list, qsizetype index);
    static void clearChildren(QQmlListProperty<TouchdRegion> *list);
    void subscribe();
    void resubscribe();
    void read();
    void readSoon();
    void handle(const touchd_event &event);
    void place(bool isWhole);
    double sent(quint64 id);

    struct Close {
        void operator()(touchd *client) const;
    };
    QString m_socket, m_name;
    QStringList m_regions, m_events;
    bool m_observe = false, m_isConnected = false, m_isReading = false, m_isComplete = false;
    quint64 m_subscription = 0;
    // True if this connection has answered the subscription, and if the regions have changed since it was made.
    bool m_isAnswered = false, m_isStale = false;
    // A child that was destroyed is null.
    QList<QPointer<TouchdRegion>> m_children;
    // The boxes of the regions that the subscription matches, by the regions' ids.
    QHash<QString, QRectF> m_boxes;
    std::unique_ptr<touchd, Close> m_client;
    QSocketNotifier *m_notifier = nullptr;
};
